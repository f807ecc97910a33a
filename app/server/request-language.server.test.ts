import { describe, expect, test } from "vitest";
import { i18nFor } from "~/i18n/i18n.server";
import {
  languageCookie,
  moneyLocale,
  numberLocale,
  requestLanguage,
  translator,
} from "~/server/request-language.server";
import { cachedLanguage, languageCookieText } from "../i18n/stored-language";

const request = (headers: Record<string, string>) => new Request("http://finderlohn.test/", { headers });
const cookie = async (value: unknown) => (await languageCookie.serialize(value as string)).split(";", 1)[0] ?? "";

describe("[I18N-01] the language of a page", () => {
  test("is the stored choice, then the browser's, then English", async () => {
    const stored = await cookie("fr");
    expect(await requestLanguage(request({ Cookie: stored, "Accept-Language": "de" }))).toBe("fr");
    expect(await requestLanguage(request({ "Accept-Language": "de-AT,de;q=0.9,en;q=0.8" }))).toBe("de");
    expect(await requestLanguage(request({ "Accept-Language": "it,es;q=0.5" }))).toBe("es");
    expect(await requestLanguage(request({ "Accept-Language": "it" }))).toBe("en");
    expect(await requestLanguage(request({}))).toBe("en");
  });

  test.each([
    "<script>alert(1)</script>",
    "javascript:alert(1)",
    '"><img src=x onerror=alert(1)>',
    "de<script>",
    "../de",
    "__proto__",
    "constructor",
    "",
    "x".repeat(600),
  ])("ignores %j in cookie, header and storage", async (evil) => {
    const stored = await cookie(evil);
    expect(await requestLanguage(request({ Cookie: stored, "Accept-Language": "es" }))).toBe("es");
    expect(await requestLanguage(request({ Cookie: `lng=${encodeURIComponent(evil)}` }))).toBe("en");
    expect(await requestLanguage(request({ "Accept-Language": evil }))).toBe("en");
    expect(await requestLanguage(request({ "Accept-Language": `${evil},fr;q=0.5` }))).toMatch(/^(fr|en)$/);
    expect(moneyLocale(request({ "Accept-Language": evil }), "de")).toBe("de");
    expect(cachedLanguage({ getItem: () => evil })).toBeNull();
  });

  test("is the browser's favorite, regardless of the order in its header", async () => {
    expect(await requestLanguage(request({ "Accept-Language": "en;q=0.5,fr;q=0.7,de;q=0.9" }))).toBe("de");
    expect(await requestLanguage(request({ "Accept-Language": "es;q=0,fr;q=0.1" }))).toBe("fr");
  });

  test("is searched in the first 500 characters of the header", async () => {
    const behind = (before: number) => request({ "Accept-Language": `${",".repeat(before)}fr` });
    expect(await requestLanguage(behind(498))).toBe("fr");
    expect(await requestLanguage(behind(499))).toBe("en");
  });

  test("is stored for a year", async () => {
    expect(await languageCookie.serialize("de")).toContain("; Max-Age=31536000;");
  });

  test("ignores a cookie that is not text", async () => {
    for (const value of [["de"], { lng: "de" }, 1, null]) {
      expect(await requestLanguage(request({ Cookie: await cookie(value), "Accept-Language": "fr" }))).toBe("fr");
    }
  });

  test("is also stored in the browser, and the server accepts that copy as the choice", async () => {
    expect(cachedLanguage({ getItem: () => "es" })).toBe("es");
    expect(cachedLanguage({ getItem: () => null })).toBeNull();
    const refused = () => {
      throw new DOMException("denied", "SecurityError");
    };
    expect(cachedLanguage({ getItem: refused })).toBeNull();
    const text = languageCookieText("es", false);
    expect(languageCookieText("es", true)).toBe(`${text}; Secure`);
    expect(text.split(";", 1)[0]).toBe(await cookie("es"));
    expect(await requestLanguage(request({ Cookie: text.split(";", 1)[0]!, "Accept-Language": "de" }))).toBe("es");
  });
});

describe("[I18N-03] the format of money", () => {
  test("follows the browser's region if the browser prefers the language of the page", () => {
    const locale = (accept: string, language: "en" | "de" | "fr" | "es") =>
      moneyLocale(request({ "Accept-Language": accept }), language);
    expect(locale("de-CH,de;q=0.9,en;q=0.8", "de")).toBe("de-CH");
    expect(locale("en-GB,en-US;q=0.9", "en")).toBe("en-GB");
    expect(locale("en-US,de-AT;q=0.4", "de")).toBe("de-AT");
    expect(locale("en-US", "de")).toBe("de");
    expect(locale("*", "fr")).toBe("fr");
    expect(locale("de-CH;q=0", "de")).toBe("de");
    expect(locale("", "es")).toBe("es");
    // An extension could request other digits than the fields accept.
    expect(locale("de-u-nu-arab", "de")).toBe("de");
  });
});

test("[I18N-03] reads amounts in the format of the request's language and region", async () => {
  expect(await numberLocale(request({ "Accept-Language": "de-CH" }))).toBe("de-CH");
  const stored = await cookie("fr");
  expect(await numberLocale(request({ Cookie: stored, "Accept-Language": "de-CH" }))).toBe("fr");
});

test("[I18N-01] translates on the server in the request's language, with one instance per language", async () => {
  const t = await translator(request({ "Accept-Language": "de" }));
  expect(t("errors:failed")).toBe("Fehler");
  expect((await translator(request({ "Accept-Language": "fr" })))("errors:failed")).not.toBe("Fehler");
  expect(await i18nFor("de")).toBe(await i18nFor("de"));
  expect((await i18nFor("es")).language).toBe("es");
});

test("[I18N-02] groups the digits of numbers by language, except for years", async () => {
  const said = async (language: "en" | "de" | "fr" | "es") => {
    const { t } = await i18nFor(language);
    return [t("leads:batch.chosen", { count: 12_000 }), t("common:shown_of", { shown: 1, total: 12_000 })];
  };
  expect(await said("en")).toEqual(["12,000 leads selected", expect.stringContaining("12,000")]);
  expect(await said("de")).toEqual(["12.000 Leads ausgewählt", expect.stringContaining("12.000")]);
  expect(await said("fr")).toEqual(["12\u202f000 leads sélectionnés", expect.stringContaining("12\u202f000")]);
  expect(await said("es")).toEqual(["12.000 leads seleccionados", expect.stringContaining("12.000")]);
  const { t } = await i18nFor("de");
  const volume = t("terms:commission.volume", { year: 2026, reached: "1 €", from: "2 €", percent: "3 %" });
  expect(volume).toContain("2026");
  const paused = t("errors:organization_paused", { kept_until: "2026-03-01T00:00:00.000Z" });
  expect(paused).toContain("1. März 2026");
});
