import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { languages, type Language } from "~/i18n/languages";
import { switchClass } from "./switch-class";
import { paths } from "~/paths/paths";

/** Each language is named in itself, so these names are not translated. */
export const languageNames: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
};

/** A language in the URL would override the choice. */
function withoutLanguage(search: string): string {
  const kept = new URLSearchParams(search);
  if (!kept.has("lang")) return search;
  kept.delete("lang");
  return kept.size > 0 ? `?${kept}` : "";
}

/** All languages as buttons of one form. Reloads the page in the chosen language. */
export function LanguageSwitch({ className }: { className: string }) {
  const { t, i18n } = useTranslation("shell");
  const { pathname, search } = useLocation();
  return (
    <form method="post" action={paths.language()} aria-label={t("language")} className={className}>
      <input type="hidden" name="redirect_to" value={pathname + withoutLanguage(search)} />
      {languages.map((language) => {
        const current = i18n.language === language;
        return (
          <button
            key={language}
            name="language"
            value={language}
            lang={language}
            aria-current={current || undefined}
            className={switchClass(current)}
          >
            {languageNames[language]}
          </button>
        );
      })}
    </form>
  );
}
