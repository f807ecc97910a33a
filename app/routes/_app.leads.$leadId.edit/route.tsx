import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { affiliateChoices } from "~/domain/affiliates/affiliate-choices.server";
import { editLead, leadVersion } from "~/domain/leads/edit-lead.server";
import { editLeadSchemaFor } from "~/domain/leads/lead.schema";
import { readMembers } from "~/domain/members/list-members.server";
import { readLead } from "~/domain/leads/read-lead.server";
import { isErased } from "~/domain/shared/erased";
import { translator } from "~/server/request-language.server";
import { staffOwnFields } from "~/server/own-fields.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { openedFrom } from "~/paths/lead-view";
import { EditForm } from "./edit-form";
import { goneLead } from "~/server/gone-lead.server";
import { runAction } from "~/server/action.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const page = await staffScope({ request, context }, async (scope) => {
    const lead = await readLead(scope, params["leadId"]);
    if (!lead) throw await goneLead(scope, params["leadId"], request);
    const { choices } = await affiliateChoices(scope, lead.affiliate?.id);
    return {
      lead,
      version: leadVersion(lead.contact, lead.affiliate?.id ?? null, lead.own, lead.work),
      members: (await readMembers(scope)).map(({ id, name }) => ({ id, name })),
      affiliates: lead.status === "converted" ? null : choices,
    };
  });
  return { title: t("leads:edit.title", { company: page.lead.contact.companyName }), ...page };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    named: { lead_id: args.params["leadId"] },
    schema: async () => {
      const { fields, reading } = await staffOwnFields(args, "lead", args.params["leadId"]);
      return editLeadSchemaFor(fields, reading);
    },
    run: async (input, { inScope, t }) => {
      const changed = await inScope((scope) => editLead(scope, input));
      return {
        to: openedFrom(new URL(args.request.url), args.params["leadId"] ?? ""),
        toast: changed
          ? { tone: "success", title: t("leads:toast.edited") }
          : { tone: "info", title: t("leads:toast.unchanged") },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Edits the contact data of a lead in any status (LEAD-10), unless they were erased. */
export default function EditLead() {
  const { title, lead, version, affiliates, members } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["errors", "common"]);
  const lastResult = useReply();
  const closeTo = openedFrom(useAddress(), lead.id);
  return (
    <RouteDialog title={title} closeTo={closeTo}>
      {isErased(lead.contact.email) ? (
        <>
          <Alert tone="warning">{t("errors:lead_erased")}</Alert>
          <FormActions className="pt-4">
            <DialogCancel to={closeTo}>{t("common:close")}</DialogCancel>
          </FormActions>
        </>
      ) : (
        <EditForm
          key={lead.id}
          lead={lead}
          version={version}
          affiliates={affiliates}
          members={members}
          lastResult={lastResult}
          closeTo={closeTo}
        />
      )}
    </RouteDialog>
  );
}
