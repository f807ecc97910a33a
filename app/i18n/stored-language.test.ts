import { afterEach, describe, expect, test, vi } from "vitest";
import { isLanguage, loadTexts } from "./languages";
import { cachedLanguage, languageCookieText, restoreLanguage } from "./stored-language";

test("[I18N-01] the browser's own copy counts if it is one of the four languages", () => {
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

test("[I18N-01] the cookie lasts a year, for https only where that is spoken", () => {
  expect(languageCookieText("de", false)).toBe("lng=ImRlIg%3D%3D; Max-Age=31536000; Path=/; SameSite=Lax");
  expect(languageCookieText("de", true)).toBe("lng=ImRlIg%3D%3D; Max-Age=31536000; Path=/; SameSite=Lax; Secure");
});

test("[I18N-01] each language brings its own texts", async () => {
  const titles = await Promise.all(
    (["en", "de", "fr", "es"] as const).map(async (one) => (await loadTexts(one)).errors.failed),
  );
  expect(titles).toEqual(["Error", "Fehler", "Erreur", "Error"]);
});

describe("[I18N-01] a language that this browser remembers while its cookie got lost", () => {
  /** A browser that remembers a language and has these cookies; without a jar it takes no cookie. */
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

  test("is given back as a cookie, and the page is loaded again", () => {
    const { written } = browser("fr", "theme=dark");
    expect(restoreLanguage("de")).toBe(true);
    expect(written).toEqual([languageCookieText("fr", true)]);
    const plain = browser("fr", "", { protocol: "http:" });
    expect(restoreLanguage("de")).toBe(true);
    expect(plain.written).toEqual([languageCookieText("fr", false)]);
  });

  test.each([
    ["the cookie is there", "fr", "theme=dark; lng=ImRlIg%3D%3D"],
    ["nothing is remembered", null, ""],
    ["it is the one that is shown", "de", ""],
  ])("is left as it is when %s; from now on the one that is shown is remembered", (_, remembered, cookies) => {
    const { written, stored } = browser(remembered, cookies);
    expect(restoreLanguage("de")).toBe(false);
    expect(written).toEqual([]);
    expect(stored.get("lng")).toBe("de");
  });

  test("does not load the page again and again in a browser that takes no cookie or has no storage", () => {
    const { stored } = browser("fr", "theme=lng=", { jar: false });
    expect(restoreLanguage("de")).toBe(false);
    expect(stored.get("lng")).toBe("de");
    vi.stubGlobal("window", {});
    expect(restoreLanguage("de")).toBe(false);
  });
});
