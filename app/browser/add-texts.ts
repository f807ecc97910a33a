import i18next from "i18next";
import { isLanguage, loadTextPart, type TextPart } from "~/i18n/languages";

/**
 * Loads a part of the texts in the browser, which the pages that are open all day do not load. A module that shows such
 * texts awaits it, so that no page is shown without them.
 */
export async function addTexts(part: TextPart): Promise<void> {
  if (typeof document === "undefined") return;
  const language = document.documentElement.lang;
  if (!isLanguage(language)) return;
  const texts = await loadTextPart(part, language);
  const add = () => {
    for (const [namespace, own] of Object.entries(texts)) i18next.addResourceBundle(language, namespace, own);
  };
  if (i18next.isInitialized) add();
  else i18next.on("initialized", add);
}
