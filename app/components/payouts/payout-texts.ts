import i18next from "i18next";
import { isLanguage, loadPayoutTexts } from "~/i18n/languages";

// Modules that show texts about payouts, reports, API keys or shortcuts import this one. In the browser it waits until
// they are loaded, so that no page is shown without them, and the pages that are open all day do not load them.

if (typeof document !== "undefined") {
  const language = document.documentElement.lang;
  if (isLanguage(language)) {
    const texts = await loadPayoutTexts(language);
    const add = () => {
      for (const [namespace, own] of Object.entries(texts)) i18next.addResourceBundle(language, namespace, own);
    };
    if (i18next.isInitialized) add();
    else i18next.on("initialized", add);
  }
}
