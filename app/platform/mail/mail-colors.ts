// The UI colors, light and dark. Mail programs cannot use the app's style sheet or its variables.

export const light = {
  canvas: "#faf9f7",
  surface: "#ffffff",
  line: "#e7e3dd",
  ink: "#1f1b18",
  muted: "#57514b",
  accent: "#17603f",
  accentInk: "#ffffff",
};

export const dark: typeof light = {
  canvas: "#151311",
  surface: "#1d1a18",
  line: "#342f2b",
  ink: "#f2eeea",
  muted: "#b9b1a9",
  accent: "#5cc295",
  accentInk: "#06251a",
};

/** Styles for mail programs in dark mode. Only `!important` rules override the light colors of the inline styles. */
export const darkStyles = `@media (prefers-color-scheme: dark) {
.page, .page > table > tbody > tr > td { background-color: ${dark.canvas} !important; }
.surface { background-color: ${dark.surface} !important; border-color: ${dark.line} !important; }
.line { border-color: ${dark.line} !important; }
.ink { color: ${dark.ink} !important; }
.muted { color: ${dark.muted} !important; }
.sender { color: ${dark.accent} !important; }
.button { background-color: ${dark.accent} !important; color: ${dark.accentInk} !important; }
}`;
