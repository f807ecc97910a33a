import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import "~/components/affiliates/batch-texts";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { TermsEditor } from "~/components/terms/terms-editor";
import { useTermDefaults } from "~/components/terms/terms-fields";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, RouteDialog } from "~/components/ui/route-dialog";
import { chosenAffiliates } from "~/domain/affiliates/affiliate-batch";
import { readStandardTerms } from "~/domain/terms/standard-terms.server";
import { commonTermsSchema } from "~/domain/terms/term.schema";
import { previewTerms, setTermsOfSeveral } from "~/domain/terms/terms-of-several.server";
import { sendForm } from "~/browser/client-actions";
import { intent } from "~/browser/intents";
import { pageTitle } from "~/browser/page-title";
import { useNumberLocale } from "~/browser/use-format";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";
import { tierRowButtons } from "~/components/terms/tier-rows";
import { runAction, type FormHandler } from "~/server/action.server";
import { batchToast, chosenIds, MAX_SENT } from "~/server/affiliate-batches.server";
import { staffScope } from "~/server/open-scope.server";
import { numberLocale, translator } from "~/server/request-language.server";
import { enteredIn, listBehind, queryWith, ruleFields, severalIntents } from "./steps";
import { TermsPreview } from "./terms-preview";

type Entered = z.output<ReturnType<typeof commonTermsSchema>>;

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  const params = new URL(args.request.url).searchParams;
  const { isPreview, entered } = enteredIn(params);
  const locale = await numberLocale(args.request);
  return staffScope(args, async (scope) => {
    const ids = (await chosenIds(scope, params)) ?? [];
    const today = await scope.today();
    const rules = isPreview ? commonTermsSchema(today, locale).safeParse(entered).data?.rules : undefined;
    const { defaultCurrency } = await scope.organization();
    const preview = rules && ids.length > 0 ? { rules, ...(await previewTerms(scope, ids, rules)) } : null;
    return {
      title: t("batches:terms.title", { count: ids.length }),
      ids,
      today,
      standard: await readStandardTerms(scope),
      defaultCurrency,
      entered,
      preview,
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  const { search } = new URL(args.request.url);
  const schema = async () =>
    commonTermsSchema(await staffScope(args, (scope) => scope.today()), await numberLocale(args.request));
  const preview: FormHandler<"member", Entered> = {
    schema,
    run: async (_, { form }) => {
      const entered = ruleFields.flatMap((name) => {
        const value = form.get(name);
        return typeof value === "string" && value !== "" ? [[name, value] as const] : [];
      });
      return { to: paths.termsOfSeveral(queryWith(search, entered, true)) };
    },
  };
  const save: FormHandler<"member", Entered> = {
    schema,
    run: async ({ rules, version }, { form, inScope, t }) => {
      const ids = chosenAffiliates.parse(form.getAll("affiliate_id"));
      const batch = await inScope((scope) => setTermsOfSeveral(scope, { ids, rules, version }));
      return { to: listBehind(search), toast: batchToast(batch, t, "terms") };
    },
  };
  return runAction(args, {
    who: "member",
    repeated: { affiliate_id: MAX_SENT },
    of: severalIntents,
    intents: { ...tierRowButtons, preview, save },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, severalIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Changes the terms of several affiliates: first the terms, then who changes from what to what (WORK-05). */
export default function TermsOfSeveral() {
  const { title, ids, preview, ...form } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["batches", "common"]);
  const { search } = useLocation();
  const closeTo = listBehind(search);
  return (
    <RouteDialog title={title} description={ids.length > 0 && t("terms.text")} closeTo={closeTo} size="lg">
      {ids.length === 0 ? (
        <>
          <Alert tone="info">{t("affiliates.none")}</Alert>
          <FormActions className="pt-4">
            <DialogCancel to={closeTo}>{t("common:close")}</DialogCancel>
          </FormActions>
        </>
      ) : preview ? (
        <TermsPreview
          ids={ids}
          preview={preview}
          entered={form.entered}
          backTo={paths.termsOfSeveral(queryWith(search, Object.entries(form.entered), false))}
        />
      ) : (
        <NewTerms {...form} closeTo={closeTo} />
      )}
    </RouteDialog>
  );
}

type NewTermsProps = Omit<ReturnType<typeof useLoaderData<typeof loader>>, "title" | "ids" | "preview"> & {
  closeTo: string;
};

/** The form, filled with the standard terms, or with what was entered before the preview. */
function NewTerms({ today, standard, defaultCurrency, entered, closeTo }: NewTermsProps) {
  const { t } = useTranslation("batches");
  const defaults = useTermDefaults(standard, today, defaultCurrency);
  return (
    <TermsEditor
      schema={commonTermsSchema(today, useNumberLocale())}
      defaults={Object.keys(entered).length > 0 ? entered : defaults}
      today={today}
      hasStart
      lastResult={useReply()}
      closeTo={closeTo}
      intents={severalIntents}
      main="preview"
    >
      <SubmitButton {...intent(severalIntents, "preview")} pendingLabel={t("terms.previewing")}>
        {t("terms.preview")}
      </SubmitButton>
    </TermsEditor>
  );
}
