import Bowser from "bowser";
import type { TFunction } from "i18next";

/** A browser in words, from what it says of itself: "Firefox on Windows". */
export function deviceOf(userAgent: string | null, t: TFunction): string {
  const { browser, os } = Bowser.parse(userAgent || "none");
  if (browser.name && os.name) {
    return t("settings:sessions.device", { browser: browser.name, system: os.name });
  }
  return browser.name || os.name || t("settings:sessions.unknown_device");
}
