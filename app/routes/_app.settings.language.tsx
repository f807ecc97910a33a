import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import { languageNames } from "~/components/shell/language-switch";
import { ThemeSwitch } from "~/components/shell/theme-switch";
import { buttonClass } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { cn } from "~/components/ui/cn";
import { Icon } from "~/components/ui/icon";
import { translator } from "~/server/request-language.server";
import { languages } from "~/i18n/languages";
import { requireMember } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireMember({ request, context });
  return { title: (await translator(request))("settings:sections.language") };
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

const choices = "grid gap-2 grid-cols-[repeat(auto-fit,minmax(8rem,1fr))]";
const choiceClass = (current: boolean) =>
  cn(
    buttonClass({ variant: "secondary" }),
    "px-2",
    current && "bg-accent-soft text-accent inset-ring-accent hover:bg-accent-soft",
  );

/**
 * The language of the signed-in user and the theme of this browser. The language is a plain form: the page is reloaded
 * in the chosen one.
 */
export default function LanguageSettings() {
  const { t, i18n } = useTranslation(["settings", "shell"]);
  return (
    <div className="space-y-6">
      <Card title={t("language.title")} description={t("language.text")}>
        <form method="post" action={paths.language()} aria-label={t("language.title")} className={choices}>
          <input type="hidden" name="redirect_to" value={paths.settings("language")} />
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
    </div>
  );
}
