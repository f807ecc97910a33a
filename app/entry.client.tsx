import { RemixBrowser } from "@remix-run/react";
import i18next from "i18next";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { keepFocus } from "~/components/ui/kept-focus";
import { fallbackLanguage, i18nOptions, isLanguage, loadTexts } from "~/i18n/languages";
import { rememberTexts } from "~/i18n/remember-texts";
import { restoreLanguage } from "~/i18n/stored-language";
import { holdEarlyEvents } from "~/browser/early-events";

async function hydrate() {
  const wanted = document.documentElement.lang;
  const language = isLanguage(wanted) ? wanted : fallbackLanguage;
  if (restoreLanguage(language)) return window.location.reload();
  await i18next
    .use(initReactI18next)
    .init({ ...i18nOptions, lng: language, resources: { [language]: await loadTexts(language) } });
  rememberTexts(i18next);
  holdEarlyEvents();
  keepFocus();
  startTransition(() => {
    hydrateRoot(
      document,
      <I18nextProvider i18n={i18next}>
        <StrictMode>
          <RemixBrowser />
        </StrictMode>
      </I18nextProvider>,
    );
  });
}

void hydrate();
