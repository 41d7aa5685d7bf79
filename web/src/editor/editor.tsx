// The text of a model: highlighting, mistakes in place while one types, formatting, saving.
import { autocompletion, closeBrackets, completeAnyWord, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { forceLinting, linter, lintGutter, lintKeymap, type Diagnostic as Mark } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, Text } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, Refused, type Trouble } from "../api/client";
import type { Diagnostic } from "../api/types";
import { app, type Desk } from "../store/app";
import { arrowKeys, asTrouble, Empty, plural, Region, TroubleBox } from "../ui/parts";
import { colouring, languageOf } from "./language";
import { look } from "./look";

/** A file that is being edited; it stays while one looks at other places. */
interface Draft {
  file: string;
  hash: string;
  /** What was read or written last, and how its lines end there. */
  saved: Text;
  ends: "\n" | "\r\n";
  /** What is in the editor, also while one types. */
  state: EditorState;
  diagnostics: Diagnostic[];
  /** What whoever shows it does on Ctrl S, and when the text changes. */
  onSave: () => void;
  onChange: () => void;
  /** What is on disk is neither what was read nor what is here; or it is gone. */
  conflict: "changed" | "deleted" | null;
}

interface OnDisk {
  text: string;
  hash: string;
}

const drafts = new Map<string, Draft>();
const nothing = () => undefined;

const linesOf = (text: string): Text => Text.of(text.split(/\r\n?|\n/));
/** As most of the lines end. */
const endsOf = (text: string): Draft["ends"] => (text.split("\r\n").length * 2 > text.split("\n").length ? "\r\n" : "\n");
const isDirty = (draft: Draft): boolean => !draft.state.doc.eq(draft.saved);

/** What is on disk; null: there is no such file. */
async function readFile(file: string): Promise<OnDisk | null> {
  try {
    return await ask<OnDisk>("read", { file });
  } catch (error) {
    if (error instanceof Refused && error.trouble.kind === "missing") return null;
    throw error;
  }
}

// Whoever leaves the page with texts that are not saved is asked first.
window.addEventListener("beforeunload", (event) => {
  if ([...drafts.values()].some(isDirty)) event.preventDefault();
});

function position(text: Text, line: number, column: number): number {
  if (line < 1) return 0;
  if (line > text.lines) return text.length;
  const at = text.line(line);
  // Columns count characters; the editor counts UTF-16 units.
  const units = Array.from(at.text).slice(0, column - 1).join("").length;
  return Math.min(at.to, at.from + units);
}

function markOf(text: Text, one: Diagnostic): Mark {
  const from = position(text, one.line ?? 1, one.column ?? 1);
  const to = Math.max(from, position(text, one.end_line ?? one.line ?? 1, one.end_column ?? one.column ?? 1));
  const notes = (one.notes ?? []).map((note) => `${note.line ? `line ${note.line}: ` : ""}${note.message}`);
  return {
    from,
    to: to === from ? Math.min(text.length, from + 1) : to,
    severity: one.severity === "error" ? "error" : one.severity === "warning" ? "warning" : "info",
    source: one.code ?? undefined,
    message: [one.message, one.hint ? `hint: ${one.hint}` : "", ...notes].filter(Boolean).join("\n"),
  };
}

/** Asks the server for the mistakes of what is in the editor; measured for those who look at performance. */
async function diagnose(view: EditorView, draft: Draft): Promise<Mark[]> {
  const text = view.state.doc;
  performance.mark("probity-diagnose");
  const answer = await ask<{ diagnostics: Diagnostic[] }>("diagnose", { file: draft.file, text: text.toString() });
  performance.measure("probity-diagnose", "probity-diagnose");
  draft.diagnostics = answer.diagnostics;
  app.changed();
  const name = draft.file.split("/").pop();
  return answer.diagnostics.filter((one) => !one.file || one.file === draft.file || one.file.endsWith(`/${name}`) || one.file === name).map((one) => markOf(text, one));
}

function newState(draft: Draft, text: Text): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      highlightActiveLineGutter(),
      highlightActiveLine(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ override: [completeAnyWord], activateOnTyping: false }),
      search({ top: true }),
      highlightSelectionMatches(),
      languageOf(draft.file),
      colouring,
      look,
      lintGutter(),
      linter((view) => diagnose(view, draft), { delay: 120 }),
      EditorView.contentAttributes.of({ "aria-label": `Text of ${draft.file}`, tabindex: "0" }),
      EditorState.tabSize.of(2),
      keymap.of([
        { key: "Mod-s", preventDefault: true, run: () => (draft.onSave(), true) },
        ...completionKeymap,
        ...lintKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
        indentWithTab,
      ]),
      EditorView.updateListener.of((update) => {
        draft.state = update.state;
        if (update.docChanged) draft.onChange();
      }),
    ],
  });
}

export function EditorPlace({ desk }: { desk: Desk | null }) {
  const asked = app.editing;
  const [file, setFile] = useState(asked?.file ?? desk?.file ?? "");
  const [draft, setDraft] = useState<Draft | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [said, setSaid] = useState("");
  const [, redraw] = useState(0);
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const wanted = asked?.file ?? desk?.file ?? "";
  useEffect(() => setFile(wanted), [wanted]);

  const load = async (name: string, anew: boolean) => {
    if (!anew && drafts.has(name)) {
      setDraft(drafts.get(name)!);
      return;
    }
    try {
      const { text, hash } = await ask<OnDisk>("read", { file: name });
      const next: Draft = { file: name, hash, saved: linesOf(text), ends: endsOf(text), state: null as unknown as EditorState, diagnostics: [], onSave: nothing, onChange: nothing, conflict: null };
      next.state = newState(next, next.saved);
      drafts.set(name, next);
      setDraft(next);
      setTrouble(null);
    } catch (error) {
      setDraft(null);
      setTrouble(asTrouble(error));
    }
  };
  useEffect(() => {
    if (file) void load(file, false);
  }, [file]);

  useEffect(() => {
    if (!draft || !host.current) return;
    // In a shadow root the editor's own styles need no exception from the policy that forbids inline ones.
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const editor = new EditorView({ state: draft.state, parent: root, root });
    view.current = editor;
    draft.onSave = () => void save.current();
    draft.onChange = () => {
      setSaid("");
      redraw((count) => count + 1);
    };
    return () => {
      draft.onSave = draft.onChange = nothing;
      editor.destroy();
      view.current = null;
    };
  }, [draft]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || !asked?.line || asked.file !== draft?.file) return;
    const at = position(editor.state.doc, asked.line, asked.column ?? 1);
    editor.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    editor.focus();
  }, [draft, asked]);

  useEffect(() => {
    const watcher = (files: string[]) => {
      for (const one of drafts.values()) {
        if (files.includes(one.file)) void diskChanged(one).then(() => redraw((count) => count + 1));
      }
      if (files.includes(file) && !drafts.has(file)) void load(file, true);
    };
    app.watchers.add(watcher);
    return () => void app.watchers.delete(watcher);
  }, [draft, file]);

  const text = () => draft?.state.doc.toString() ?? "";
  const dirty = draft !== null && isDirty(draft);

  const replaceText = (next: Text) => {
    const editor = view.current;
    if (!editor) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: next }, selection: { anchor: Math.min(editor.state.selection.main.head, next.length) } });
  };

  const takeOver = (one: Draft, now: OnDisk) => {
    const next = linesOf(now.text);
    const same = one.state.doc.eq(next);
    one.saved = next;
    one.ends = endsOf(now.text);
    one.hash = now.hash;
    one.conflict = null;
    if (same) return;
    if (one === draft) replaceText(next);
    else drafts.delete(one.file);
  };

  /** What is on disk is taken over if nothing was typed here. */
  const diskChanged = async (one: Draft) => {
    const now = await readFile(one.file).catch(() => undefined);
    if (now === undefined) return;
    if (now === null) one.conflict = "deleted";
    else if (now.hash === one.hash) one.conflict = null;
    else if (!isDirty(one) || one.state.doc.eq(linesOf(now.text))) takeOver(one, now);
    else one.conflict = "changed";
  };

  /** Writes what is here where the file has this hash, or, null, where there is none. */
  const write = async (hash: string | null) => {
    if (!draft) return;
    const now = draft.state.doc;
    setTrouble(null);
    try {
      const answer = await ask<{ hash: string }>("save", { file: draft.file, text: now.toString().replaceAll("\n", draft.ends), hash });
      draft.hash = answer.hash;
      draft.saved = now;
      draft.conflict = null;
      setSaid("Saved.");
    } catch (error) {
      if (error instanceof Refused && error.trouble.kind === "changed") draft.conflict = error.trouble.hash ? "changed" : "deleted";
      else setTrouble(asTrouble(error));
    }
    redraw((count) => count + 1);
  };
  const save = useRef<() => Promise<void>>(async () => undefined);
  save.current = () => write(draft?.hash ?? null);

  /** The file may have changed once more, or be gone, since that was said. */
  const overwrite = async () => {
    if (!draft) return;
    try {
      await write((await readFile(draft.file))?.hash ?? null);
    } catch (error) {
      setTrouble(asTrouble(error));
    }
  };
  const discard = async () => {
    if (!draft) return;
    try {
      takeOver(draft, await ask<OnDisk>("read", { file: draft.file }));
    } catch (error) {
      if (error instanceof Refused && error.trouble.kind === "missing") {
        drafts.delete(draft.file);
        setDraft(null);
      }
      setTrouble(asTrouble(error));
    }
    redraw((count) => count + 1);
  };
  const format = async () => {
    if (!draft) return;
    setTrouble(null);
    try {
      const answer = await ask<{ text: string }>("format", { file: draft.file, text: text() });
      replaceText(linesOf(answer.text));
      setSaid("Formatted.");
    } catch (error) {
      setTrouble(asTrouble(error));
      if (view.current) forceLinting(view.current);
    }
  };
  const sources = [...new Set([wanted, ...(desk?.model.sources ?? []), ...drafts.keys()].filter(Boolean))];
  const open = app.desks.some((one) => one.file === file);
  const errors = draft?.diagnostics.filter((one) => one.severity === "error").length ?? 0;
  const warnings = (draft?.diagnostics.length ?? 0) - errors;
  return (
    <div class="room editing">
      <Region
        title="Editor"
        class="editor"
        tools={
          <>
            <label class="row">
              <span class="away">File</span>
              <select class="code" value={file} onChange={(event) => {
                const next = event.currentTarget.value;
                app.editing = { file: next };
                setFile(next);
                app.changed();
              }}>
                {sources.map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </select>
            </label>
            <span class="hint" role="status">{said}</span>
            {dirty && <span class="tag doubt">not saved</span>}
            <button type="button" onClick={() => void format()} disabled={!draft}>
              Format
            </button>
            <button type="button" class="main" title="Ctrl S" onClick={() => void save.current()} disabled={!dirty}>
              Save
            </button>
            {!open && file && (
              <button type="button" onClick={() => void app.open(file).then((desk) => desk && app.go("animate"))}>
                Open this model
              </button>
            )}
          </>
        }
      >
        {draft?.conflict && (
          <div class="notice bad" role="alert">
            <p>{draft.file} was {draft.conflict} on disk since it was read. Nothing was written.</p>
            <button type="button" onClick={() => void overwrite()}>
              {draft.conflict === "deleted" ? "Write it again" : "Write mine"}
            </button>
            <button type="button" onClick={() => void discard()}>
              {draft.conflict === "deleted" ? "Close it" : "Take what is on disk"}
            </button>
          </div>
        )}
        <TroubleBox trouble={trouble} source={draft ? text() : undefined} />
        {!file && <Empty>Open a model to see its text.</Empty>}
        <div key={draft?.file ?? "none"} class="cm-host" ref={host} />
      </Region>
      <Region title="Problems" class="problems" count={draft ? (errors + warnings === 0 ? <span class="tag good">none</span> : [errors && plural(errors, "error"), warnings && plural(warnings, "warning")].filter(Boolean).join(", ")) : undefined}>
        {draft && draft.diagnostics.length === 0 && <Empty>Mistakes are listed here as you type.</Empty>}
        <ul class="mistakes" onKeyDown={(event) => arrowKeys(event)}>
          {draft?.diagnostics.map((one, at) => (
            <li key={at}>
              <button type="button" onClick={() => app.edit(one.file && sources.includes(one.file) ? one.file : draft.file, one.line, one.column)}>
                <span class={`tag ${one.severity === "error" ? "bad" : "doubt"}`}>{one.severity}</span>
                <span class="place">
                  {one.line}:{one.column}
                </span>
                <span>{one.message}</span>
                {one.hint && <span class="hint">{one.hint}</span>}
              </button>
            </li>
          ))}
        </ul>
      </Region>
    </div>
  );
}
