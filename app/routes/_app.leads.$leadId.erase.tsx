import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EraseDialog } from "~/components/erasing/erase-dialog";
import "~/components/conversation/conversation-texts";
import { useLeadLabels } from "~/components/leads/lead-fields";
import { useAddress } from "~/components/ui/use-address";
import { countSharing } from "~/domain/leads/count-sharing.server";
import { eraseLead } from "~/domain/leads/erase-lead.server";
import { eraseLeadSchema } from "~/domain/leads/erase-lead.schema";
import { readLead } from "~/domain/leads/read-lead.server";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { isErased } from "~/domain/shared/erased";
import { DomainError } from "~/domain/shared/errors";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { erasedToast, erasedName } from "~/server/erasing.server";
import { pageFor } from "~/server/named-member.server";
import { staffScope } from "~/server/open-scope.server";
import { askedProofs } from "~/server/prove.server";
import { redirect } from "~/server/redirect.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { lead, ...page } = await staffScope({ request, context }, async (scope, { membership }) => {
    const lead = await readLead(scope, params["leadId"]);
    if (!lead) throw new Response(null, { status: 404 });
    const isAllowed = membership.role === "owner";
    const others = await countSharing(scope, { id: lead.id, email: lead.contact.email });
    return { lead, isAllowed, others, owners: isAllowed ? [] : await readOwners(scope) };
  });
  const { id, contact } = lead;
  if (isErased(contact.email)) throw redirect(paths.lead(id, new URL(request.url).search));
  const { contactPerson, companyName, email } = contact;
  return pageFor(page.isAllowed, {
    ...page,
    proofs: page.isAllowed ? await askedProofs({ request, context }) : null,
    title: t("affiliates:erase.title"),
    lead: { id, contactPerson, companyName, email },
  });
}

export async function action(args: ActionFunctionArgs) {
  const { search } = new URL(args.request.url);
  const leadId = args.params["leadId"] ?? "";
  return runAction(args, {
    who: "member",
    schema: eraseLeadSchema,
    run: async (input, { inScope, t }) => {
      await inScope(async (scope) => {
        const lead = await readLead(scope, leadId);
        if (!lead) throw new DomainError("not_found");
        const nobody = erasedName(t, lead.id);
        await eraseLead(scope, lead.id, { ...input, nobody });
      }, "erasure");
      return {
        to: paths.lead(leadId, search),
        toast: erasedToast(t, t("leads:erase.done_text")),
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

const removed = ["contact", "texts"] as const;
const kept = ["money", "company", "documents"] as const;

/** Erases the contact of a lead; status, deals and amounts stay (OPS-05). */
export default function EraseLead() {
  const { lead, others, ...page } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["leads", "conversation"]);
  const labels = useLeadLabels();
  return (
    <EraseDialog
      {...page}
      person={{ name: lead.contactPerson, about: [lead.email, lead.companyName] }}
      nameLabel={labels.contact_person}
      removed={[...removed.map((one) => t(`erase.removed_items.${one}`)), t("conversation:erased")]}
      kept={{ title: t("erase.kept"), items: kept.map((one) => t(`erase.kept_items.${one}`)) }}
      final={t("erase.final")}
      schema={eraseLeadSchema}
      file={paths.contactData(lead.id)}
      closeTo={paths.lead(lead.id, useAddress().search)}
      choices={[
        ...(others > 0
          ? [
              {
                name: "others",
                label: t("erase.others", { count: others }),
                hint: t("erase.others_hint"),
              },
            ]
          : []),
        { name: "company", label: t("erase.company", { company: lead.companyName }) },
      ]}
    />
  );
}
