// The model's own picture of its state: a grid, elements of SVG, or both.  Clicks take steps.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ask, type Trouble } from "../api/client";
import type { Diagnostic, Transition, View } from "../api/types";
import { app, type Desk } from "../store/app";
import { download } from "../ui/download";
import { asTrouble, Empty, Region, Tool, TroubleBox } from "../ui/parts";
import { gridPicture, svgPicture, type Cell, type Grid, type Svg, type SvgValue } from "./draw.js";

interface Picture {
  turn: number;
  grid: Grid | null;
  svg: (Partial<Svg> & { version: string }) | null;
  values: SvgValue[];
  images: { file: string; type: string | null }[];
  diagnostics: Diagnostic[];
}

interface Choices {
  choices: Transition[];
  count: number;
  turn: number;
}

/** Pictures in SVG are sent once: what stays the same is kept here, with the images that were loaded. */
class Kept {
  svg: (Svg & { version: string }) | null = null;
  /** The model describes no picture: it is not asked for again. */
  none = false;
  readonly images = new Map<string, string>();
  files: string[] = [];

  readonly address = (index: number): string | null => this.images.get(this.files[index] ?? "") ?? null;

  async take(desk: string, picture: Picture): Promise<void> {
    if (picture.svg?.root) this.svg = picture.svg as Svg & { version: string };
    else if (!picture.svg) this.svg = null;
    const missing = picture.images.filter((image) => image.type !== null && !this.images.has(image.file));
    await Promise.all(
      missing.map(async ({ file }) => {
        const image = await ask<{ type: string; data: string }>("image", { desk, file });
        this.images.set(file, `data:${image.type};base64,${image.data}`);
      }),
    );
    this.files = picture.images.map((image) => image.file);
  }
}

export function ModelPicture({ desk }: { desk: Desk }) {
  const kept = useMemo(() => new Kept(), [desk.desk, desk.model]);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [choices, setChoices] = useState<Choices | null>(null);
  const { turn, initialised } = desk.view;
  useEffect(() => {
    let late = false;
    setTrouble(null);
    setChoices(null);
    if (kept.none) return;
    const show = async () => {
      const answer = await ask<{ picture: Picture | null }>("picture", { desk: desk.desk, have: kept.svg?.version });
      if (answer.picture) await kept.take(desk.desk, answer.picture);
      else kept.none = true;
      if (!late) setPicture(answer.picture);
    };
    show().catch((error: unknown) => late || setTrouble(asTrouble(error)));
    return () => {
      late = true;
    };
  }, [desk.desk, desk.model, turn]);

  const click = async (where: object) => {
    setTrouble(null);
    setChoices(null);
    try {
      const answer = await app.act<{ view?: View } & Partial<Choices>>(desk, "click", { ...where, turn: desk.view.turn }, true);
      if (answer?.choices) setChoices(answer as Choices);
    } catch (error) {
      setTrouble(asTrouble(error));
    }
  };

  if (!picture) return trouble && trouble.kind !== "missing" ? <TroubleBox trouble={trouble} /> : null;
  const empty = !picture.grid && !picture.svg;
  return (
    <Region title="Picture" class="picture" tools={<SavePage desk={desk} onTrouble={setTrouble} />}>
      {empty && <Empty>{initialised ? "There is nothing to see in this state." : "There is no picture before the initialisation."}</Empty>}
      {picture.svg && kept.svg && <SvgHost key={kept.svg.version} svg={kept.svg} values={picture.values} kept={kept} label={`Picture of ${desk.model.name}`} onClick={(element) => void click({ element })} />}
      {picture.grid && <GridHost grid={picture.grid} kept={kept} label={`Picture of ${desk.model.name}`} onClick={(cell) => void click({ cell: [cell.row, cell.column] })} onDrag={(from, to) => void click({ cell: [from.row, from.column], to: [to.row, to.column] })} />}
      {choices && <ChoiceList desk={desk} choices={choices} onClose={() => setChoices(null)} />}
      <TroubleBox trouble={trouble} />
      <Remarks diagnostics={picture.diagnostics} />
    </Region>
  );
}

function SavePage({ desk, onTrouble }: { desk: Desk; onTrouble: (trouble: Trouble) => void }) {
  const save = async () => {
    try {
      const { text } = await ask<{ text: string }>("trace-page", { desk: desk.desk });
      download(`${desk.model.name}.html`, text, "text/html");
    } catch (error) {
      onTrouble(asTrouble(error));
    }
  };
  return <Tool icon="save" label="Save the trace as a page" onClick={() => void save()} />;
}

function GridHost({ grid, kept, label, onClick, onDrag }: { grid: Grid; kept: Kept; label: string; onClick: (cell: Cell) => void; onDrag: (from: Cell, to: Cell) => void }) {
  const host = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ show: (grid: Grid) => void } | null>(null);
  const act = useRef({ onClick, onDrag });
  act.current = { onClick, onDrag };
  useEffect(() => {
    if (!host.current) return;
    drawn.current ??= gridPicture(host.current, kept.address, { label, onClick: (cell) => act.current.onClick(cell), onDrag: (from, to) => act.current.onDrag(from, to) });
    drawn.current.show(grid);
  }, [grid]);
  return <div class="own-picture" ref={host} />;
}

function SvgHost({ svg, values, kept, label, onClick }: { svg: Svg; values: SvgValue[]; kept: Kept; label: string; onClick: (id: string) => void }) {
  const host = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ show: (values: SvgValue[]) => void } | null>(null);
  const act = useRef(onClick);
  act.current = onClick;
  useEffect(() => {
    if (!host.current) return;
    drawn.current ??= svgPicture(host.current, svg, kept.address, { label, onClick: (id) => act.current(id) });
    drawn.current.show(values);
  }, [values]);
  return <div class="own-picture" ref={host} />;
}

/** Where a click may call several steps, one of them is chosen. */
function ChoiceList({ desk, choices, onClose }: { desk: Desk; choices: Choices; onClose: () => void }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector("button")?.focus(), [choices]);
  return (
    <div class="picture-choices" role="group" aria-label="Steps of this click" ref={list} onKeyDown={(event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      onClose();
    }}>
      {choices.choices.map((item) => (
        <button key={item.index} type="button" onClick={() => {
          onClose();
          void app.act(desk, "step", { index: item.index, turn: choices.turn });
        }}>
          <span class="code">{item.text}</span>
        </button>
      ))}
      {choices.count > choices.choices.length && <span class="hint">{`and ${choices.count - choices.choices.length} more`}</span>}
      <Tool icon="close" label="None of these steps" class="plain tight" onClick={onClose} />
    </div>
  );
}

function Remarks({ diagnostics }: { diagnostics: Diagnostic[] }) {
  if (diagnostics.length === 0) return null;
  return (
    <details class="picture-remarks">
      <summary>{diagnostics.length === 1 ? "1 remark on the picture" : `${diagnostics.length} remarks on the picture`}</summary>
      <ul>
        {diagnostics.map((one, at) => (
          <li key={at}>{one.message}</li>
        ))}
      </ul>
    </details>
  );
}
