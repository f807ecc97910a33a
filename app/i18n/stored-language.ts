import { isLanguage, type Language } from "./languages";

// The browser's own copy of the language, beside the cookie that the server reads (I18N-01).

const name = "lng";

/** The language this browser saw last, or null. Whatever else stands there is ignored. */
export function cachedLanguage(storage: Pick<Storage, "getItem">): Language | null {
  try {
    const value = storage.getItem(name);
    return isLanguage(value) ? value : null;
  } catch {
    // A browser may refuse to store.
    return null;
  }
}

/** The cookie of the server's `languageCookie`, as a script writes it; for https only where that is spoken. */
export function languageCookieText(language: Language, https: boolean): string {
  const value = encodeURIComponent(btoa(JSON.stringify(language)));
  return `${name}=${value}; Max-Age=31536000; Path=/; SameSite=Lax${https ? "; Secure" : ""}`;
}

/**
 * Remembers the language of this page. If the cookie got lost but this browser remembers another language, gives the
 * cookie back and answers true: the page is to be loaded again.
 */
export function restoreLanguage(shown: Language): boolean {
  const hasCookie = () => document.cookie.split("; ").some((cookie) => cookie.startsWith(`${name}=`));
  try {
    const cached = cachedLanguage(window.localStorage);
    if (cached && cached !== shown && !hasCookie()) {
      document.cookie = languageCookieText(cached, window.location.protocol === "https:");
      if (hasCookie()) return true;
    }
    window.localStorage.setItem(name, shown);
  } catch {
    // Without storage the cookie alone remembers.
  }
  return false;
}
