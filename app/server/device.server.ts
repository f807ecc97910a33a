import Bowser from "bowser";
import type { TFunction } from "i18next";

/** Returns a readable name for a browser's User-Agent: "Firefox on Windows". */
export function deviceOf(userAgent: string | null, t: TFunction): string {
  const { browser, os } = Bowser.parse(userAgent || "none");
  if (browser.name && os.name) {
    return t("settings:sessions.device", { browser: browser.name, system: os.name });
  }
  return browser.name || os.name || t("settings:sessions.unknown_device");
}
