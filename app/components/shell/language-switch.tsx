import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { cn } from "~/components/ui/cn";
import { languages, type Language } from "~/i18n/languages";
import { switchClass } from "./switch-class";

/** Each language in its own words, which is why they are not translated. */
export const languageNames: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
};

/** All languages as buttons of one form; loads the page anew in the chosen one. */
export function LanguageSwitch({ className }: { className?: string }) {
  const { t, i18n } = useTranslation("shell");
  const { pathname, search } = useLocation();
  return (
    <form
      method="post"
      action="/language"
      aria-label={t("language")}
      className={cn("flex flex-wrap gap-1", className)}
    >
      <input type="hidden" name="redirect_to" value={pathname + search} />
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
