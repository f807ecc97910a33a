import { isLanguage, type Language } from "./languages";

// The browser's copy of the language, in addition to the cookie for the server (I18N-01).

const name = "lng";

/** Returns the language last stored in this browser; null if there is none or it is invalid. */
export function cachedLanguage(storage: Pick<Storage, "getItem">): Language | null {
  try {
    const value = storage.getItem(name);
    return isLanguage(value) ? value : null;
  } catch {
    // Storage may be disabled.
    return null;
  }
}

/** Returns the cookie text that equals the server's `languageCookie`; limited to https if the page uses https. */
export function languageCookieText(language: Language, https: boolean): string {
  const value = encodeURIComponent(btoa(JSON.stringify(language)));
  return `${name}=${value}; Max-Age=31536000; Path=/; SameSite=Lax${https ? "; Secure" : ""}`;
}

/**
 * Stores the language of this page. If the cookie is lost but the browser has stored another language, restores the
 * cookie and returns true: the caller must reload the page.
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
    // Without storage only the cookie stores the language.
  }
  return false;
}
