// What all places of the page are made of.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Refused, type Trouble } from "../api/client";
import type { Diagnostic, Truth, Why } from "../api/types";
import { Icon, type IconName } from "./icons";

interface RegionProps {
  title: string;
  count?: ComponentChildren;
  tools?: ComponentChildren;
  footer?: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}

/** A part of the page with a heading, which is its accessible name; its body scrolls. */
export function Region({ title, count, tools, footer, class: more, children }: RegionProps) {
  const id = useId();
  return (
    <section class={`region ${more ?? ""}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {count !== undefined && <span class="count">{count}</span>}
        {tools !== undefined && <div class="tools">{tools}</div>}
      </header>
      <div class="body" tabIndex={-1}>
        {children}
      </div>
      {footer !== undefined && <footer>{footer}</footer>}
    </section>
  );
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <div class="empty">{children}</div>;
}

interface ToolProps extends Omit<JSX.HTMLAttributes<HTMLButtonElement>, "icon" | "label"> {
  icon: IconName;
  label: string;
  keys?: string;
  text?: boolean;
  disabled?: boolean;
}

/** A button with a drawing; `text` shows its name, too. */
export function Tool({ icon, label, keys, text, ...rest }: ToolProps) {
  return (
    <button type="button" class="plain" aria-label={label} title={keys ? `${label} (${keys})` : label} {...rest}>
      <Icon name={icon} />
      {text ? ` ${label}` : ""}
    </button>
  );
}

export function asTrouble(error: unknown): Trouble {
  if (error instanceof Refused) return error.trouble;
  return { message: error instanceof Error ? error.message : String(error) };
}

/** What was refused, at the place where it was asked for, with the text and a caret below the mistake. */
export function TroubleBox({ trouble, source }: { trouble: Trouble | null; source?: string }) {
  if (!trouble) return null;
  return (
    <div class="trouble" role="alert">
      <div>{trouble.message}</div>
      {trouble.hint && <span class="hint">{trouble.hint}</span>}
      {trouble.diagnostics?.map((one, at) => <DiagnosticText key={at} one={one} source={source} first={trouble.message} />)}
      {trouble.why && trouble.why.length > 0 && <WhyTree parts={trouble.why} />}
    </div>
  );
}

function DiagnosticText({ one, source, first }: { one: Diagnostic; source?: string; first: string }) {
  const line = source?.split("\n")[one.line - 1];
  const width = Math.max(1, (one.end_line === one.line ? one.end_column : (line?.length ?? 0) + 1) - one.column);
  return (
    <div>
      {one.message !== first && <div>{one.message}</div>}
      {line !== undefined && (
        <pre>
          {line}
          {"\n"}
          {" ".repeat(Math.max(0, one.column - 1))}
          {"^" + "~".repeat(width - 1)}
        </pre>
      )}
      {one.hint && <span class="hint">hint: {one.hint}</span>}
    </div>
  );
}

const TRUTH_CLASS: Record<string, string> = { TRUE: "good", FALSE: "bad", UNKNOWN: "doubt", FAULT: "doubt" };

export function TruthTag({ truth, good }: { truth: Truth | string; good?: boolean }) {
  const kind = good === undefined ? TRUTH_CLASS[truth] : good ? "good" : truth === "FALSE" || truth === "TRUE" ? "bad" : "doubt";
  return <span class={`tag ${kind ?? ""}`}>{truth}</span>;
}

/** Why a predicate has its truth: formulas with the values in them, which unfold. */
export function WhyTree({ parts }: { parts: Why[] }) {
  return (
    <div class="tree why">
      <ul role="tree" aria-label="Why">
        {parts.map((part, at) => (
          <WhyNode key={at} part={part} depth={0} />
        ))}
      </ul>
    </div>
  );
}

function WhyNode({ part, depth }: { part: Why; depth: number }) {
  const [open, setOpen] = useState(depth < 3);
  const parts = part.parts ?? [];
  return (
    <li role="treeitem" aria-expanded={parts.length > 0 ? open : undefined}>
      <div class="node">
        {parts.length > 0 ? (
          <button type="button" class="fold" aria-label={open ? "Fold" : "Unfold"} onClick={() => setOpen(!open)}>
            <Icon name={open ? "down" : "right"} />
          </button>
        ) : (
          <span class="fold" />
        )}
        <span class="said">
          {part.kind === "truth" && part.truth && <TruthTag truth={part.truth} />} {part.formula && <code>{part.formula}</code>}{" "}
          {part.kind === "value" && <code class="quiet">= {part.text}</code>}
          {part.kind !== "value" && part.text && <span class="quiet">{part.text}</span>}
        </span>
      </div>
      {open && parts.length > 0 && (
        <ul role="group">
          {parts.map((child, at) => (
            <WhyNode key={at} part={child} depth={depth + 1} />
          ))}
        </ul>
      )}
    </li>
  );
}

interface DialogProps {
  title: string;
  onClose: () => void;
  footer?: ComponentChildren;
  children: ComponentChildren;
}

export function Dialog({ title, onClose, footer, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = box.current;
    const before = document.activeElement as HTMLElement | null;
    dialog?.showModal();
    return () => {
      dialog?.close();
      before?.focus?.();
    };
  }, []);
  return (
    <dialog ref={box} aria-labelledby={id} onCancel={onClose} onClick={(event) => event.target === box.current && onClose()}>
      <header>
        <h2 id={id}>{title}</h2>
        <Tool icon="close" label="Close" onClick={onClose} />
      </header>
      <div class="body">{children}</div>
      {footer && <footer>{footer}</footer>}
    </dialog>
  );
}

interface TabsProps<T extends string> {
  label: string;
  tabs: { id: T; text: ComponentChildren; keys?: string }[];
  chosen: T;
  onChoose: (id: T) => void;
  class?: string;
  /** They are the way through the page. */
  landmark?: boolean;
  children?: ComponentChildren;
}

/** Tabs of which the arrow keys choose one. */
export function Tabs<T extends string>({ label, tabs, chosen, onChoose, class: more, landmark, children }: TabsProps<T>) {
  const move = (event: JSX.TargetedKeyboardEvent<HTMLElement>) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    const at = tabs.findIndex((tab) => tab.id === chosen);
    const next = tabs[(at + by + tabs.length) % tabs.length]!;
    onChoose(next.id);
    (event.currentTarget.querySelector(`[data-tab="${next.id}"]`) as HTMLElement | null)?.focus();
    event.preventDefault();
  };
  const Box = landmark ? "nav" : "div";
  return (
    <Box class={more ?? "places"} aria-label={landmark ? label : undefined}>
      <div class="line" role="tablist" aria-label={label} onKeyDown={move} style={{ gap: "2px", alignItems: "stretch" }}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            data-tab={tab.id}
            aria-selected={tab.id === chosen}
            tabIndex={tab.id === chosen ? 0 : -1}
            title={tab.keys}
            onClick={() => onChoose(tab.id)}
          >
            {tab.text}
          </button>
        ))}
      </div>
      {children}
    </Box>
  );
}

/** Moves the focus among the elements of `selector` inside of `list` with the arrow keys. */
export function arrowKeys(event: KeyboardEvent, selector = "button:not(:disabled)"): void {
  const by = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
  const target = event.target as HTMLElement;
  if (by === undefined || target.tagName === "INPUT" || target.tagName === "TEXTAREA" || target.tagName === "SELECT") return;
  const all = Array.from((event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>(selector));
  if (all.length === 0) return;
  const at = all.indexOf(target);
  all[Math.max(0, Math.min(all.length - 1, at + by))]?.focus();
  event.preventDefault();
}

export function plural(count: number, word: string, words = word + "s"): string {
  return `${count.toLocaleString("en")} ${count === 1 ? word : words}`;
}

export function bytesText(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB"];
  let at = 0;
  for (; bytes >= 1024 && at < units.length - 1; at++) bytes /= 1024;
  return `${bytes.toFixed(at === 0 || bytes >= 100 ? 0 : 1)} ${units[at]}`;
}
