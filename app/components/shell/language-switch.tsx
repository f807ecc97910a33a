import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { cn } from "~/components/ui/cn";
import { languages, type Language } from "~/i18n/languages";

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
            className={cn(
              "min-h-11 min-w-11 rounded-md px-3 text-left text-sm transition-colors duration-150 md:min-h-10",
              current ? "font-medium text-accent" : "text-muted hover:bg-sunken hover:text-ink",
            )}
          >
            {languageNames[language]}
          </button>
        );
      })}
    </form>
  );
}
