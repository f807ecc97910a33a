import fs from "node:fs";
import { expect, test } from "vitest";
import { pageColors, themeCookie, themeOf, themes } from "./theme";

test("[A11Y-01] [SET-02] reads the theme from the cookies; without a valid one the system decides", () => {
  for (const theme of themes) {
    expect(themeOf(`lng=ImRlIg==; theme=${theme}; sidebar_state=open`)).toBe(theme);
    expect(themeOf(themeCookie(theme, false).split(";")[0]!)).toBe(theme);
  }
  const garbage = [
    null,
    "",
    ";;=",
    "theme",
    "theme=",
    "theme=DARK",
    "theme=dark<script>alert(1)</script>",
    "theme=%64ark",
    "mytheme=dark",
    "theme=theme=dark",
    "lng=dark",
  ];
  for (const cookies of garbage) expect(themeOf(cookies), String(cookies)).toBe("system");
  expect(themeOf("theme=purple; theme=dark")).toBe("dark");
});

test("[SET-02] keeps the choice for a year, on the whole host", () => {
  expect(themeCookie("dark", false)).toBe("theme=dark; Max-Age=31536000; Path=/; SameSite=Lax");
  expect(themeCookie("dark", true)).toBe("theme=dark; Max-Age=31536000; Path=/; SameSite=Lax; Secure");
});

test("[A11Y-01] gives the browser's bar the colors of the page", () => {
  const { light, dark } = pageColors;
  expect(fs.readFileSync("app/styles/app.css", "utf8")).toContain(`--color-canvas: light-dark(${light}, ${dark})`);
});

test("[SET-02] offers the system's theme, light and dark", () => {
  expect(themes).toEqual(["system", "light", "dark"]);
});
