import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { languageNames } from "~/components/shell/language-switch";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { cn } from "~/components/ui/cn";
import { translator } from "~/i18n/i18n.server";
import { languages } from "~/i18n/languages";
import { requireMember } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireMember({ request, context });
  return { title: (await translator(request))("settings:language.title") };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The language of the person signed in. A plain form: the page is loaded anew in the chosen one. */
export default function LanguageSettings() {
  const { t, i18n } = useTranslation("settings");
  return (
    <Card title={t("language.title")} description={t("language.text")}>
      <form
        method="post"
        action="/language"
        aria-label={t("language.title")}
        className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2"
      >
        <input type="hidden" name="redirect_to" value="/settings/language" />
        {languages.map((language) => {
          const current = i18n.language === language;
          return (
            <Button
              key={language}
              type="submit"
              variant="secondary"
              name="language"
              value={language}
              lang={language}
              aria-current={current ? "true" : undefined}
              className={cn(current && "bg-accent-soft text-accent inset-ring-accent hover:bg-accent-soft")}
            >
              {current && <Check aria-hidden />}
              {languageNames[language]}
            </Button>
          );
        })}
      </form>
    </Card>
  );
}
