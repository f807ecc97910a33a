import type { SubmissionResult } from "@conform-to/react";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FileText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "~/components/ui/empty-state";
import { DialogLink, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { readAffiliate } from "~/domain/affiliates/read-affiliate.server";
import { wonVolume } from "~/domain/deals/won-volumes.server";
import { yearOf } from "~/domain/shared/dates";
import { listTerms } from "~/domain/terms/list-terms.server";
import { saveTerms } from "~/domain/terms/save-terms.server";
import { termsSchema } from "~/domain/terms/term.schema";
import { numberLocale, translator } from "~/i18n/i18n.server";
import { redirectWithToast } from "~/web/flash.server";
import { requireMember, staffScope } from "~/web/open-scope.server";
import { submit } from "~/web/submit.server";
import { ActiveTerm } from "./active-term";
import { listAddress, withoutEdit } from "./terms-address";
import { TermsForm } from "./terms-form";
import { TermsHistory } from "./terms-history";
import { afterRowButton } from "./tier-rows";
import { pageTitle } from "~/web/page-title";
import { formOf } from "~/web/form.server";
import { useReply } from "~/web/use-reply";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const page = await staffScope({ request, context }, async (scope) => {
    const affiliate = await readAffiliate(scope, params["affiliateId"]);
    if (!affiliate) throw new Response(null, { status: 404 });
    const today = await scope.today();
    const terms = await listTerms(scope, affiliate.id);
    const year = yearOf(today);
    const won = { year, amounts: await wonVolume(scope, affiliate.id, year) };
    return { affiliate, terms, today, won };
  });
  return { title: t("affiliates:terms.title", { name: page.affiliate.name }), ...page };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireMember({ request, context });
  const t = await translator(request);
  const form = await formOf(request);
  // The address names the affiliate, whatever the form says.
  form.set("affiliate_id", params["affiliateId"] ?? "");
  const changed = afterRowButton(form);
  if (changed) return data<SubmissionResult<string[]>>({ initialValue: changed });
  const today = await staffScope({ request, context }, (scope) => scope.today());
  return submit(form, termsSchema(today, await numberLocale(request)), async (input) => {
    await staffScope({ request, context }, (scope) => saveTerms(scope, input));
    const toast = { tone: "success", title: t("affiliates:toast.terms_saved") } as const;
    return redirectWithToast(listAddress(new URL(request.url).search), toast);
  });
}

export { keepingClientAction as clientAction } from "~/web/form-action";

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function ContractTerms() {
  const { title, affiliate, terms, today, won } = useLoaderData<typeof loader>();
  const lastResult = useReply();
  const { t } = useTranslation("affiliates");
  const { search } = useAddress();
  const active = terms.find((term) => term.active);
  const editing = new URLSearchParams(search).has("edit") || lastResult !== undefined;
  const editLink = `?${new URLSearchParams([...withoutEdit(search), ["edit", "1"]])}`;
  return (
    <RouteDialog title={title} description={t("terms.text")} closeTo={listAddress(search)} size="lg">
      {editing && (
        <TermsForm affiliateId={affiliate.id} active={active} today={today} lastResult={lastResult} />
      )}
      {!editing && active && <ActiveTerm term={active} won={won} editLink={editLink} />}
      {!editing && !active && (
        <EmptyState
          icon={FileText}
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
