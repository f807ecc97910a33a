import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useAuth } from "~/browser/use-auth";
import { languageNames } from "~/components/shell/language-switch";
import { ThemeSwitch } from "~/components/shell/theme-switch";
import { buttonClass } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { cn } from "~/components/ui/cn";
import { Icon } from "~/components/ui/icon";
import { defaultAppearance } from "~/domain/identity/appearance";
import { languages } from "~/i18n/languages";
import { paths } from "~/paths/paths";

const choices = "grid gap-2 grid-cols-[repeat(auto-fit,minmax(8rem,1fr))]";
const choiceClass = (current: boolean) =>
  cn(
    buttonClass({ variant: "secondary" }),
    "px-2",
    current && "bg-accent-soft text-accent inset-ring-accent hover:bg-accent-soft",
  );

type AppearanceCardProps = {
  title: string;
  text: string;
  /** The field of the appearance. */
  name: "compact_lists" | "single_keys";
  isOn: boolean;
  /** The two choices, in their order. */
  labels: { on: string; off: string };
};

/** A choice between two, which is stored with the account. */
function AppearanceCard({ title, text, name, isOn, labels }: AppearanceCardProps) {
  return (
    <Card title={title} description={text}>
      <Form method="post" action={paths.appearance()} preventScrollReset replace aria-label={title} className={choices}>
        <input type="hidden" name="redirect_to" value={paths.settings("account")} />
        {Object.entries(labels).map(([value, label]) => {
          const current = isOn === (value === "on");
          return (
            <button
              key={value}
              name={name}
              value={value}
              aria-current={current ? "true" : undefined}
              className={choiceClass(current)}
            >
              {current && <Icon name="check" />}
              {label}
            </button>
          );
        })}
      </Form>
    </Card>
  );
}

/**
 * The language of the signed-in user, the theme of this browser, and how the user wants lists and keys. The language is
 * a plain form: the page is reloaded in the chosen one.
 */
export function AppearanceCards() {
  const { t, i18n } = useTranslation(["settings", "shell"]);
  const appearance = useAuth().appearance ?? defaultAppearance;
  return (
    <>
      <Card title={t("language.title")} description={t("language.text")}>
        <form method="post" action={paths.language()} aria-label={t("language.title")} className={choices}>
          <input type="hidden" name="redirect_to" value={paths.settings("account")} />
          {languages.map((language) => {
            const current = i18n.language === language;
            return (
              <button
                key={language}
                name="language"
                value={language}
                lang={language}
                aria-current={current ? "true" : undefined}
                className={choiceClass(current)}
              >
                {current && <Icon name="check" />}
                {languageNames[language]}
              </button>
            );
          })}
        </form>
      </Card>
      <Card title={t("shell:theme.label")} description={t("theme.text")}>
        <ThemeSwitch
          className="grid grid-cols-[repeat(auto-fit,minmax(5.75rem,1fr))] gap-2"
          buttonClass={choiceClass}
        />
      </Card>
      <AppearanceCard
        title={t("shell:lists.label")}
        text={t("lists.text")}
        name="compact_lists"
        isOn={appearance.compactLists}
        labels={{ off: t("shell:lists.comfortable"), on: t("shell:lists.compact_option") }}
      />
      <AppearanceCard
        title={t("keys.title")}
        text={t("keys.text")}
        name="single_keys"
        isOn={appearance.singleKeys}
        labels={{ on: t("keys.on"), off: t("keys.off") }}
      />
    </>
  );
}
