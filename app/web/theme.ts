// Light or dark, as one chose: kept in a cookie, so that the server draws the page in it at once.

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const name = "theme";
const seconds = 31_536_000;

/** The choice in a Cookie header or in document.cookie; whatever else stands there is ignored. */
export function themeOf(cookies: string | null): Theme {
  const given = (cookies ?? "").split(/;\s*/);
  return themes.find((theme) => given.includes(`${name}=${theme}`)) ?? "system";
}

/** The cookie that keeps a choice for a year, for https only where that is spoken. Scripts read and write it too. */
export function themeCookie(theme: Theme, https: boolean): string {
  return `${name}=${theme}; Max-Age=${seconds}; Path=/; SameSite=Lax${https ? "; Secure" : ""}`;
}

/** The ground of the page (`--color-canvas`), for the bar that phones draw around it. */
export const pageColors = { light: "#faf9f7", dark: "#151311" } as const;
