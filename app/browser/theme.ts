// The chosen theme is stored in a cookie, so that the server can render the page in it.

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const name = "theme";
const seconds = 31_536_000;

/** Reads the theme from a Cookie header or from document.cookie. Unknown values are ignored. */
export function themeOf(cookies: string | null): Theme {
  const given = (cookies ?? "").split(/;\s*/);
  return themes.find((theme) => given.includes(`${name}=${theme}`)) ?? "system";
}

/** Returns the cookie that stores the theme for a year, `Secure` on https. Scripts can read and write it. */
export function themeCookie(theme: Theme, https: boolean): string {
  return `${name}=${theme}; Max-Age=${seconds}; Path=/; SameSite=Lax${https ? "; Secure" : ""}`;
}

/** The page background (`--color-canvas`), for the browser's toolbar on phones. */
export const pageColors = { light: "#faf9f7", dark: "#151311" } as const;
