import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import "~/components/affiliates/batch-texts";
import { SubmitButton } from "~/components/forms/submit-button";
import { TermsEditor } from "~/components/terms/terms-editor";
import { useTermDefaults } from "~/components/terms/terms-fields";
import { termsIntents, tierRowButtons } from "~/components/terms/tier-rows";
import { RouteDialog } from "~/components/ui/route-dialog";
import { readStandardTerms, saveStandardTerms, standardVersion } from "~/domain/terms/standard-terms.server";
import { standardTermsSchema } from "~/domain/terms/term.schema";
import { sendForm } from "~/browser/client-actions";
import { intent } from "~/browser/intents";
import { pageTitle } from "~/browser/page-title";
import { useNumberLocale } from "~/browser/use-format";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";
import { runAction, type FormHandler } from "~/server/action.server";
import { staffScope } from "~/server/open-scope.server";
import { numberLocale, translator } from "~/server/request-language.server";
import type { z } from "zod";

const intents: Record<string, "form"> = { ...termsIntents, remove: "form" };
type Entered = z.output<ReturnType<typeof standardTermsSchema>>;

export async function loader(args: LoaderFunctionArgs) {
  const title = (await translator(args.request))("batches:standard.title");
  return staffScope(args, async (scope) => {
    const terms = await readStandardTerms(scope);
    const { defaultCurrency } = await scope.organization();
    return { title, terms, version: standardVersion(terms), today: await scope.today(), defaultCurrency };
  });
}

export async function action(args: ActionFunctionArgs) {
  const to = paths.settings("general");
  const save: FormHandler<"member", Entered> = {
    schema: async () => standardTermsSchema(await numberLocale(args.request)),
    run: async (input, { inScope, t }) => {
      await inScope((scope) => saveStandardTerms(scope, input));
      return { to, toast: { tone: "success", title: t("batches:standard.saved") } };
    },
  };
  const remove: FormHandler<"member", unknown> = {
    run: async (_, { inScope, t }) => {
      await inScope((scope) => saveStandardTerms(scope, { rules: null }));
      return { to, toast: { tone: "success", title: t("batches:standard.removed") } };
    },
  };
  return runAction(args, {
    who: "member",
    of: intents,
    intents: { ...tierRowButtons, save, remove },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, intents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Sets the terms that new affiliates get (WORK-05). */
export default function StandardTerms() {
  const { title, terms, version, today, defaultCurrency } = useLoaderData<typeof loader>();
  const { t } = useTranslation("batches");
  const defaults = useTermDefaults(terms, today, defaultCurrency);
  const closeTo = paths.settings("general");
  return (
    <RouteDialog title={title} description={t("standard.help")} closeTo={closeTo} size="lg">
      <TermsEditor
        schema={standardTermsSchema(useNumberLocale())}
        defaults={defaults}
        version={version}
        today={today}
        hasStart={false}
        lastResult={useReply()}
        closeTo={closeTo}
        intents={intents}
        main="save"
      >
        {terms && (
          <SubmitButton
            {...intent(intents, "remove")}
            variant="secondary"
            formNoValidate
            pendingLabel={t("standard.removing")}
          >
            {t("standard.remove")}
          </SubmitButton>
        )}
        <SubmitButton {...intent(intents, "save")} pendingLabel={t("standard.saving")}>
          {t("standard.save")}
        </SubmitButton>
      </TermsEditor>
    </RouteDialog>
  );
}
