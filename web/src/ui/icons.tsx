// Line drawings for buttons; the name of a button is always in words.
const PATHS = {
  back: "M10 3 L5 8 L10 13",
  forward: "M6 3 L11 8 L6 13",
  restart: "M4 3 V13 M13 3 L6 8 L13 13 Z",
  random: "M2 4 H5 L11 12 H14 M2 12 H5 L7 9.4 M9 6.6 L11 4 H14 M12 2 L14 4 L12 6 M12 10 L14 12 L12 14",
  close: "M4 4 L12 12 M12 4 L4 12",
  open: "M2 13 V4 H6 L8 6 H14 V13 Z",
  plus: "M8 3 V13 M3 8 H13",
  minus: "M3 8 H13",
  fit: "M2 6 V2 H6 M10 2 H14 V6 M14 10 V14 H10 M6 14 H2 V10",
  sun: "M8 5 A3 3 0 1 0 8 11 A3 3 0 1 0 8 5 M8 1 V2.5 M8 13.5 V15 M1 8 H2.5 M13.5 8 H15 M3 3 L4 4 M12 12 L13 13 M3 13 L4 12 M12 4 L13 3",
  moon: "M13 10 A6 6 0 1 1 7 3 A5 5 0 0 0 13 10 Z",
  search: "M7 2.5 A4.5 4.5 0 1 0 7 11.5 A4.5 4.5 0 1 0 7 2.5 M10.5 10.5 L14 14",
  right: "M6 4 L10 8 L6 12",
  down: "M4 6 L8 10 L12 6",
  save: "M8 2 V10 M4.5 7 L8 10.5 L11.5 7 M3 13.5 H13",
  more: "M3 8 H3.01 M8 8 H8.01 M13 8 H13.01",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

export function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="6" fill="#14606e" />
      <circle cx="9" cy="22" r="4" fill="none" stroke="#fff" stroke-width="2.4" />
      <circle cx="23" cy="10" r="4" fill="#fff" />
      <path d="M12 19.5 L19.5 13" stroke="#fff" stroke-width="2.4" />
    </svg>
  );
}
