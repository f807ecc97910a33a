import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { themes } from "~/browser/theme";
import { chooseTheme, useTheme } from "~/browser/use-theme";
import { Icon } from "~/components/ui/icon";
import { switchClass } from "./switch-class";
import { paths } from "~/paths/paths";

const icons = { system: "monitor", light: "sun", dark: "moon" } as const;

export type ThemeSwitchProps = {
  className: string;
  /** CSS classes of a button, if they differ from the default. */
  buttonClass?: (current: boolean) => string;
};

/** Chooses system, light or dark. Applies immediately. Without JavaScript the page is reloaded. */
export function ThemeSwitch({ className, buttonClass = switchClass }: ThemeSwitchProps) {
  const { t } = useTranslation("shell");
  const { pathname, search } = useLocation();
  const chosen = useTheme();
  return (
    <form method="post" action={paths.theme()} aria-label={t("theme.label")} className={className}>
      <input type="hidden" name="redirect_to" value={pathname + search} />
      {themes.map((theme) => {
        const current = theme === chosen;
        // The current option differs not only by color.
        const icon = current ? "check" : icons[theme];
        return (
          <button
            key={theme}
            name="theme"
            value={theme}
            aria-pressed={current}
            onClick={(event) => {
              event.preventDefault();
              chooseTheme(theme);
            }}
            className={buttonClass(current)}
          >
            <Icon name={icon} className="size-4 shrink-0" />
            {t(`theme.${theme}`)}
          </button>
        );
      })}
    </form>
  );
}
