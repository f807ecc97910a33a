import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import { FormActions } from "~/components/forms/form-actions";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { findMergeable } from "~/domain/leads/find-mergeable.server";
import { mergeLeads } from "~/domain/leads/merge-leads.server";
import { mergeLeadsSchemaFor } from "~/domain/leads/merge.schema";
import { readLead } from "~/domain/leads/read-lead.server";
import { previewMerge } from "~/domain/leads/read-merge.server";
import { cut } from "~/domain/shared/damaged";
import { recordId } from "~/domain/shared/fields";
import { knownSearch } from "~/paths/address";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { goneLead } from "~/server/gone-lead.server";
import { staffScope } from "~/server/open-scope.server";
import { staffOwnFields } from "~/server/own-fields.server";
import { numberLocale, translator } from "~/server/request-language.server";
import { BothLeads } from "./both-leads";
import { FindLead } from "./find-lead";
import { MergeForm } from "./merge-form";
import { noteText } from "./note-text";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { searchParams } = new URL(request.url);
  const find = cut(searchParams.get("find") ?? "", 200);
  return staffScope({ request, context }, async (scope) => {
    const lead = await readLead(scope, params["leadId"]);
    if (!lead) throw await goneLead(scope, params["leadId"], request);
    const { companyName: company, email } = lead.contact;
    const { data: otherId } = recordId.safeParse(searchParams.get("with"));
    const other = otherId === lead.id ? null : await readLead(scope, otherId);
    return {
      leadId: lead.id,
      find,
      title: other ? t("merging:merge.title") : t("merging:merge.find_title", { company }),
      preview: other && (await previewMerge(scope, lead.id, other.id)),
      found: other ? [] : await findMergeable(scope, { id: lead.id, email, company }, find),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  const search = knownSearch(new URL(args.request.url).search);
  return runAction(args, {
    who: "member",
    named: { lead_id: args.params["leadId"] },
    schema: async () => mergeLeadsSchemaFor((await staffOwnFields(args, "lead")).fields),
    run: async (input, { inScope, t }) => {
      const locale = await numberLocale(args.request);
      const kept = await inScope((scope) => mergeLeads(scope, input, (left) => noteText(t, locale, left)));
      return { to: paths.lead(kept, search), toast: { tone: "success", title: t("merging:merge.done") } };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Finds a lead that is the same, and shows what merging both would do before it is done (WORK-11). */
export default function MergeLeads() {
  const { title, leadId, find, found, preview } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["merging", "errors"]);
  const search = knownSearch(useAddress().search);
  const closeTo = paths.lead(leadId, search);
  return (
    <RouteDialog title={title} closeTo={closeTo} size="lg" description={preview ? undefined : t("merge.find_text")}>
      {!preview && <FindLead key={find} leadId={leadId} find={find} found={found} />}
      {preview && <BothLeads preview={preview} />}
      {preview?.refused && (
        <>
          <Alert tone="warning" title={t("merge.refused")}>
            {t(`errors:${preview.refused}`)}
          </Alert>
          <FormActions className="pt-4">
            <ButtonLink variant="secondary" replace preventScrollReset to={paths.leadDialog(leadId, "merge", search)}>
              {t("merge.another")}
            </ButtonLink>
          </FormActions>
        </>
      )}
      {preview && !preview.refused && <MergeForm key={preview.other.id} preview={preview} closeTo={closeTo} />}
    </RouteDialog>
  );
}
