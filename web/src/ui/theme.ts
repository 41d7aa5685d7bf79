// Light or dark: as the system says, until somebody chooses.
const KEY = "probity.theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

export type Theme = "light" | "dark";

export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  window.dispatchEvent(new Event("probity-theme"));
}

const chosen = () => localStorage.getItem(KEY) as Theme | null;

export function startTheme(): void {
  show(chosen() ?? (dark.matches ? "dark" : "light"));
  dark.addEventListener("change", () => chosen() ?? show(dark.matches ? "dark" : "light"));
}

export function switchTheme(): void {
  const theme = currentTheme() === "dark" ? "light" : "dark";
  localStorage.setItem(KEY, theme);
  show(theme);
}
