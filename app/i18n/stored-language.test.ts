import { afterEach, describe, expect, test, vi } from "vitest";
import { isLanguage, loadTexts } from "./languages";
import { cachedLanguage, languageCookieText, restoreLanguage } from "./stored-language";

test("[I18N-01] uses the browser's copy only if it is a supported language", () => {
  const stored = (value: string | null) => cachedLanguage({ getItem: (key) => (key === "lng" ? value : "de") });
  expect(["en", "de", "fr", "es"].map(stored)).toEqual(["en", "de", "fr", "es"]);
  for (const value of [null, "", "it", "DE"]) expect(stored(value)).toBeNull();
  const refusing = {
    getItem: () => {
      throw new Error("denied");
    },
  };
  expect(cachedLanguage(refusing)).toBeNull();
  expect(isLanguage(7)).toBe(false);
});

test("[I18N-01] sets a cookie for a year, limited to https only where the page uses https", () => {
  expect(languageCookieText("de", false)).toBe("lng=ImRlIg%3D%3D; Max-Age=31536000; Path=/; SameSite=Lax");
  expect(languageCookieText("de", true)).toBe("lng=ImRlIg%3D%3D; Max-Age=31536000; Path=/; SameSite=Lax; Secure");
});

test("[I18N-01] loads the texts of each language", async () => {
  const titles = await Promise.all(
    (["en", "de", "fr", "es"] as const).map(async (one) => (await loadTexts(one)).errors.failed),
  );
  expect(titles).toEqual(["Error", "Fehler", "Erreur", "Error"]);
});

describe("[I18N-01] a language stored in the browser without its cookie", () => {
  /** Stubs a browser with a stored language and these cookies. Without `jar` it rejects new cookies. */
  function browser(remembered: string | null, cookies: string, { jar = true, protocol = "https:" } = {}) {
    const written: string[] = [];
    const stored = new Map(remembered ? [["lng", remembered]] : []);
    const localStorage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    };
    vi.stubGlobal("window", { localStorage, location: { protocol } });
    vi.stubGlobal("document", {
      get cookie() {
        return [cookies, ...(jar ? written.map((text) => text.split(";")[0]) : [])].filter(Boolean).join("; ");
      },
      set cookie(text: string) {
        written.push(text);
      },
    });
    return { written, stored };
  }
  afterEach(() => vi.unstubAllGlobals());

  test("is restored as a cookie, and the page reloads", () => {
    const { written } = browser("fr", "theme=dark");
    expect(restoreLanguage("de")).toBe(true);
    expect(written).toEqual([languageCookieText("fr", true)]);
    const plain = browser("fr", "", { protocol: "http:" });
    expect(restoreLanguage("de")).toBe(true);
    expect(plain.written).toEqual([languageCookieText("fr", false)]);
  });

  test.each([
    ["the cookie exists", "fr", "theme=dark; lng=ImRlIg%3D%3D"],
    ["nothing is stored", null, ""],
    ["it is the shown language", "de", ""],
  ])("does not change the page if %s, and stores the shown language", (_, remembered, cookies) => {
    const { written, stored } = browser(remembered, cookies);
    expect(restoreLanguage("de")).toBe(false);
    expect(written).toEqual([]);
    expect(stored.get("lng")).toBe("de");
  });

  test("does not reload endlessly in a browser without cookies or storage", () => {
    const { stored } = browser("fr", "theme=lng=", { jar: false });
    expect(restoreLanguage("de")).toBe(false);
    expect(stored.get("lng")).toBe("de");
    vi.stubGlobal("window", {});
    expect(restoreLanguage("de")).toBe(false);
  });
});
