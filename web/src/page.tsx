// The frame of the page: what is open, where one is, what has happened.
import { useEffect, useState } from "preact/hooks";
import { AnimatePlace } from "./animate/animate";
import { TraceDialog } from "./animate/history";
import { CheckPlace } from "./check/check";
import { ComparePlace } from "./compare/compare";
import { ConsolePlace } from "./console/console";
import { NoProcess, OpenDialog, SettingsForm } from "./open";
import { PicturesPlace } from "./pictures/pictures";
import { useApp, type App, type Desk, type PlaceName } from "./store/app";
import { Mark } from "./ui/icons";
import { KeysHelp, onKey, PLACES } from "./ui/keys";
import { Dialog, Empty, plural, Tabs, Tool, TroubleBox } from "./ui/parts";
import { currentTheme, switchTheme } from "./ui/theme";

export function Page() {
  const app = useApp();
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <a class="skip away" href="#main" onClick={(event) => {
        event.preventDefault();
        document.getElementById("main")?.focus();
      }}>
        Skip to the content
      </a>
      <Bar app={app} />
      <Tabs<PlaceName>
        label="Places"
        landmark
        tabs={PLACES.map((place) => ({ id: place.id, text: place.text, keys: `g ${place.key}` }))}
        chosen={app.place}
        onChoose={(place) => app.go(place)}
      >
        <Status app={app} />
      </Tabs>
      <main id="main" tabIndex={-1}>
        <Notices app={app} />
        <Content app={app} />
      </main>
      <Dialogs app={app} />
    </>
  );
}

function Bar({ app }: { app: App }) {
  return (
    <header class="bar">
      <h1>
        <Mark /> Probity
      </h1>
      <nav class="models" aria-label="Open models">
        {app.desks.map((desk) => (
          <div key={desk.desk} class={`model ${desk === app.current ? "on" : ""}`}>
            <button type="button" class="name" aria-current={desk === app.current ? "true" : undefined} title={desk.file} onClick={() => app.choose(desk)}>
              {desk.model.name}
            </button>
            <Tool icon="close" class="plain tight" label={`Close ${desk.model.name}`} onClick={() => void app.close(desk)} />
          </div>
        ))}
        <Tool icon="open" label="Open" keys="o" text onClick={() => {
          app.dialog = "open";
          app.changed();
        }} />
      </nav>
      <div class="end">
        {!app.live && app.started && <span class="tag bad" role="status">not connected</span>}
        <Tool icon={currentTheme() === "dark" ? "sun" : "moon"} label={currentTheme() === "dark" ? "Light theme" : "Dark theme"} onClick={() => {
          switchTheme();
          app.changed();
        }} />
        <button type="button" class="plain" aria-label="Keyboard shortcuts" title="Keyboard shortcuts (?)" onClick={() => {
          app.dialog = "keys";
          app.changed();
        }}>
          ?
        </button>
      </div>
    </header>
  );
}

function Status({ app }: { app: App }) {
  const desk = app.current;
  const running = app.jobs.filter((job) => job.state === "running");
  return (
    <div class="status">
      {running.length > 0 && <span class="busy">{running.length === 1 ? running[0]!.command : `${running.length} jobs`}</span>}
      {desk && (
        <>
          <span class="code">{desk.file}</span>
          <button type="button" class="link" onClick={() => {
            app.dialog = "settings";
            app.changed();
          }}>
            Settings
          </button>
        </>
      )}
    </div>
  );
}

function Notices({ app }: { app: App }) {
  const desk = app.current;
  return (
    <div class="notices" aria-live="polite">
      {app.failure && (
        <div class="notice bad">
          <p>
            {app.failure.message} {app.failure.kind === "token" ? "Open the address that `probity serve` printed, with the token after #." : app.failure.hint}
          </p>
        </div>
      )}
      {desk?.ended && (
        <div class="notice bad">
          <p>{desk.ended}</p>
          {desk.gone ? (
            <button type="button" class="main" onClick={() => void app.openAgain(desk)}>
              Open again
            </button>
          ) : (
            <button type="button" class="main" onClick={() => void app.reload(desk, "reopen")}>
              Open again and replay
            </button>
          )}
        </div>
      )}
      {desk?.stale && !desk.ended && (
        <div class="notice">
          <p>{desk.file} or a file that it uses was changed on disk.</p>
          <button type="button" class="main" onClick={() => void app.reload(desk)}>
            Reload and replay
          </button>
          <Tool icon="close" label="Dismiss" onClick={() => {
            desk.stale = false;
            app.changed();
          }} />
        </div>
      )}
      {app.notices.map((notice) => (
        <div key={notice.id} class={`notice ${notice.kind}`}>
          <p>{notice.text}</p>
          {notice.action && (
            <button type="button" onClick={() => {
              notice.action!.run();
              app.dismiss(notice);
            }}>
              {notice.action.text}
            </button>
          )}
          <Tool icon="close" label="Dismiss" onClick={() => app.dismiss(notice)} />
        </div>
      ))}
    </div>
  );
}

type EditorKind = typeof import("./editor/editor").EditorPlace;
let editor: EditorKind | null = null;

/** The editor is the larger part of the page, and comes when somebody wants it. */
function LateEditor({ desk }: { desk: Desk | null }) {
  const [Editor, setEditor] = useState<EditorKind | null>(() => editor);
  useEffect(() => {
    if (Editor) return;
    void import("./editor/editor").then((module) => {
      editor = module.EditorPlace;
      setEditor(() => editor);
    });
  }, []);
  return Editor ? <Editor desk={desk} /> : <p class="empty busy">Loading the editor</p>;
}

/** Each open model keeps what is chosen in its places: they are drawn by its number. */
function Content({ app }: { app: App }) {
  const desk = app.current;
  if (app.place === "editor" && (desk || app.editing)) return <LateEditor desk={desk} />;
  if (!desk) {
    return (
      <div class="room">
        <section class="region" aria-label="Welcome">
          <Empty>
            {app.failure ? <TroubleBox trouble={app.failure} /> : app.started ? (
              <>
                <p>No model is open.</p>
                <p>
                  <button type="button" class="main" onClick={() => {
                    app.dialog = "open";
                    app.changed();
                  }}>
                    Open a model
                  </button>
                </p>
              </>
            ) : (
              <p class="busy">Opening {app.about?.file ?? ""}</p>
            )}
          </Empty>
        </section>
      </div>
    );
  }
  const key = desk.desk;
  if (desk.closed && ["animate", "pictures", "console"].includes(app.place)) return <NoProcess key={key} desk={desk} />;
  switch (app.place) {
    case "animate":
      return <AnimatePlace key={key} desk={desk} />;
    case "check":
      return <CheckPlace key={key} desk={desk} />;
    case "compare":
      return <ComparePlace key={key} desk={desk} />;
    case "pictures":
      return <PicturesPlace key={key} desk={desk} />;
    case "console":
      return <ConsolePlace key={key} desk={desk} />;
    case "editor":
      return null;
  }
}

function Dialogs({ app }: { app: App }) {
  const close = () => {
    app.dialog = null;
    app.changed();
  };
  if (app.dialog === "open") return <OpenDialog onClose={close} />;
  if (app.dialog === "keys") {
    return (
      <Dialog title="Keyboard" onClose={close}>
        <KeysHelp />
      </Dialog>
    );
  }
  const desk = app.current;
  if (app.dialog === "trace" && desk) {
    return (
      <Dialog title="Traces" onClose={close}>
        <TraceDialog desk={desk} onClose={close} />
      </Dialog>
    );
  }
  if (app.dialog === "settings" && desk) {
    return (
      <Dialog title={`Settings of ${desk.model.name}`} onClose={close}>
        <p class="hint">{`${plural(desk.model.sources.length, "file")} read. New settings open the model again, from its beginning.`}</p>
        <SettingsForm file={desk.file} given={desk.settings} button="Open with these settings" onOpen={async (settings: Desk["settings"]) => {
          const opened = await app.open(desk.file, settings);
          if (!opened) return;
          await app.close(desk);
          app.choose(opened);
          close();
        }} />
      </Dialog>
    );
  }
  return null;
}
