import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "~/components/ui/empty-state";
import { Icon } from "~/components/ui/icon";
import { DialogLink, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { readAffiliate } from "~/domain/affiliates/read-affiliate.server";
import { nameForStaff } from "~/domain/affiliates/namesakes.server";
import { wonVolume } from "~/domain/deals/won-volumes.server";
import { yearOf } from "~/domain/shared/dates";
import { listTerms, type TermView } from "~/domain/terms/list-terms.server";
import { saveTerms, termsVersion } from "~/domain/terms/save-terms.server";
import type { NewTerms } from "~/domain/terms/term";
import { termsSchema } from "~/domain/terms/term.schema";
import { numberLocale, translator } from "~/server/request-language.server";
import { staffScope } from "~/server/open-scope.server";
import { TermsForm } from "./terms-form";
import { TermsHistory } from "~/components/terms/terms-history";
import { behindDialog, withEdit } from "~/paths/affiliate-view";
import { termsIntents, tierRowButtons } from "~/components/terms/tier-rows";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { runAction, type FormHandler } from "~/server/action.server";
import { sendForm } from "~/browser/client-actions";
import type { TierListProps } from "~/components/deals/tier-list";
import { useTermWords } from "~/components/deals/use-term-words";
import { DescriptionList } from "~/components/ui/description-list";
import { useTermFacts } from "~/components/terms/use-term-facts";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { name, ...page } = await staffScope({ request, context }, async (scope) => {
    const affiliate = await readAffiliate(scope, params["affiliateId"]);
    if (!affiliate) throw new Response(null, { status: 404 });
    const today = await scope.today();
    const terms = await listTerms(scope, affiliate.id);
    const year = yearOf(today);
    const won = { year, amounts: await wonVolume(scope, affiliate.id, year) };
    const active = terms.find((term) => term.active);
    const version = termsVersion(active ?? null);
    const { defaultCurrency } = await scope.organization();
    const name = await nameForStaff(scope, affiliate);
    return { affiliate, name, terms, active, version, today, won, defaultCurrency };
  });
  return { title: t("affiliates:terms.title", { name }), ...page };
}

export async function action(args: ActionFunctionArgs) {
  const { request, params } = args;
  const save: FormHandler<"member", NewTerms> = {
    schema: async () => termsSchema(await staffScope(args, (scope) => scope.today()), await numberLocale(request)),
    run: async (input, { inScope, t }) => {
      await inScope((scope) => saveTerms(scope, input));
      return {
        to: behindDialog(params["affiliateId"] ?? "", new URL(request.url).search),
        toast: { tone: "success", title: t("affiliates:toast.terms_saved") },
      };
    },
  };
  return runAction(args, {
    who: "member",
    named: { affiliate_id: params["affiliateId"] },
    of: termsIntents,
    intents: { ...tierRowButtons, save },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, termsIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function ContractTerms() {
  const { title, affiliate, terms, active, won, ...start } = useLoaderData<typeof loader>();
  const lastResult = useReply();
  const { t } = useTranslation("affiliates");
  const { search } = useAddress();
  const editing = new URLSearchParams(search).has("edit") || lastResult !== undefined;
  const editLink = withEdit(search);
  return (
    <RouteDialog title={title} description={t("terms.text")} closeTo={behindDialog(affiliate.id, search)} size="lg">
      {editing && <TermsForm affiliateId={affiliate.id} active={active} lastResult={lastResult} {...start} />}
      {!editing && active && <ActiveTerm term={active} won={won} editLink={editLink} />}
      {!editing && !active && (
        <EmptyState
          icon="file-text"
          title={t("terms.empty")}
          action={
            <DialogLink variant="primary" to={editLink}>
              {t("terms.set")}
            </DialogLink>
          }
        >
          {t("terms.empty_text")}
        </EmptyState>
      )}
      <TermsHistory terms={terms.filter((term) => !term.active)} />
    </RouteDialog>
  );
}

type ActiveTermProps = { term: TermView; won: TierListProps["won"]; editLink: string };

/** The terms in force, read-only: as a sentence and in figures. */
function ActiveTerm({ term, won, editLink }: ActiveTermProps) {
  const { t } = useTranslation(["affiliates", "terms"]);
  const words = useTermWords()(term);
  const facts = useTermFacts()(term, won);
  return (
    <section aria-labelledby="active-term" className="space-y-3">
      <div className="flex items-center justify-between gap-4">
        <h3 id="active-term" className="font-semibold">
          {t("terms.active")}{" "}
          <span className="font-normal text-muted">{t("terms:version", { version: term.version })}</span>
        </h3>
        <DialogLink to={editLink} replace size="sm">
          <Icon name="pencil" />
          {t("terms.edit")}
        </DialogLink>
      </div>
      <p className="max-w-prose">{words.sentence}</p>
      <DescriptionList items={facts} />
    </section>
  );
}
