import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { affiliateChoices } from "~/domain/affiliates/affiliate-choices.server";
import { editLead, seenLead } from "~/domain/leads/edit-lead.server";
import { editLeadSchema } from "~/domain/leads/lead.schema";
import { readLead } from "~/domain/leads/read-lead.server";
import { translator } from "~/i18n/i18n.server";
import { redirectWithToast } from "~/web/flash.server";
import { formOf } from "~/web/form.server";
import { requireMember, staffScope } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";
import { submit } from "~/web/submit.server";
import { useReply } from "~/web/use-reply";
import { leadsPath } from "../_app.leads/lead-view";
import { EditForm } from "./edit-form";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const page = await staffScope({ request, context }, async (scope) => {
    const lead = await readLead(scope, params["leadId"]);
    if (!lead) throw new Response(null, { status: 404 });
    const { choices } = await affiliateChoices(scope, lead.affiliate?.id);
    const contact = { ...lead, companyName: lead.company, contactPerson: lead.contact };
    return {
      lead,
      seen: seenLead(contact, lead.affiliate?.id ?? null),
      affiliates: lead.status === "converted" ? null : choices,
    };
  });
  return { title: t("leads:edit.title", { company: page.lead.company }), ...page };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const call = { request, context };
  await requireMember(call);
  const t = await translator(request);
  const form = await formOf(request);
  // The address names the lead, whatever the form says.
  form.set("lead_id", params["leadId"] ?? "");
  return submit(form, editLeadSchema, async (input) => {
    const changed = await staffScope(call, (scope) => editLead(scope, input));
    return redirectWithToast(
      leadsPath(new URL(request.url)),
      changed
        ? { tone: "success", title: t("leads:toast.edited") }
        : { tone: "info", title: t("leads:toast.unchanged") },
    );
  });
}

export { keepingClientAction as clientAction } from "~/web/form-action";

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** What is known of a lead, whatever became of it, and its correction (LEAD-10). */
export default function EditLead() {
  const { title, lead, seen, affiliates } = useLoaderData<typeof loader>();
  const lastResult = useReply();
  const closeTo = leadsPath(useAddress());
  return (
    <RouteDialog title={title} closeTo={closeTo}>
      <EditForm key={lead.id} {...{ lead, seen, affiliates, lastResult, closeTo }} />
    </RouteDialog>
  );
}
