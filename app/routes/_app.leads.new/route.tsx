import { NO_AFFILIATE } from "~/domain/shared/id-digits";
import { randomUUID } from "node:crypto";
import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { SubmitButton } from "~/components/forms/submit-button";
import "~/components/conversation/conversation-texts";
import { LeadFields, useLeadLabels } from "~/components/leads/lead-fields";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { addLead } from "~/domain/leads/add-lead.server";
import { affiliateChoices } from "~/domain/affiliates/affiliate-choices.server";
import { noWork } from "~/domain/leads/lead-work";
import { showsLead } from "~/domain/leads/match-leads.server";
import { readOwnData } from "~/domain/fields/own-values.server";
import { addLeadSchemaFor } from "~/domain/leads/lead.schema";
import { translator } from "~/server/request-language.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { readMembers } from "~/domain/members/list-members.server";
import { useAuth } from "~/browser/use-auth";
import { useNumberLocale } from "~/browser/use-format";
import { useReply } from "~/browser/use-reply";
import { OwnFields } from "~/components/fields/own-fields";
import { ownLabels } from "~/components/fields/use-own-words";
import { staffOwnFields } from "~/server/own-fields.server";
import { useMemo } from "react";
import { readPeriod } from "~/domain/shared/period";
import { leadsPath, leadViewOf } from "~/paths/lead-view";
import { runAction } from "~/server/action.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const page = await staffScope({ request, context }, async (scope) => ({
    affiliates: (await affiliateChoices(scope)).choices,
    own: await readOwnData(scope, "lead", null),
    members: (await readMembers(scope)).map(({ id, name }) => ({ id, name })),
  }));
  return { title: t("leads:add.title"), submissionId: randomUUID(), ...page };
}

export async function action(args: ActionFunctionArgs) {
  const url = new URL(args.request.url);
  return runAction(args, {
    who: "member",
    schema: async () => {
      const { fields, reading } = await staffOwnFields(args, "lead");
      return addLeadSchemaFor(fields, reading);
    },
    run: async (input, { inScope, t }) => {
      const id = await inScope((scope) => addLead(scope, input));
      // After the transaction: a distributed database rejects a search for rows that the same transaction has written.
      const shown = await inScope(async (scope) => {
        const view = leadViewOf(url);
        const filter = { ...view.filter, period: readPeriod(url.searchParams, await scope.today()) };
        return showsLead(
          scope,
          { ...view, filter },
          {
            id,
            status: "new",
            affiliateId: input.affiliateId,
            work: input.work ?? noWork,
          },
        );
      });
      const key = shown ? "leads:toast.added_text" : "leads:toast.added_hidden";
      return {
        to: leadsPath(url),
        toast: {
          tone: "success",
          title: t("leads:toast.added"),
          description: t(key, { company: input.contact.companyName }),
        },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Staff add a lead themselves (LEAD-10). */
export default function AddLead() {
  const { title, submissionId, affiliates, own, members } = useLoaderData<typeof loader>();
  const locale = useNumberLocale();
  const schema = useMemo(() => addLeadSchemaFor(own.fields, { locale }), [own.fields, locale]);
  const lastResult = useReply();
  const { t } = useTranslation("leads");
  const closeTo = leadsPath(useAddress());
  const { user } = useAuth();
  const [form, fields] = useForm({
    id: "add-lead",
    lastResult,
    defaultValue: { affiliate_id: NO_AFFILIATE, submission_id: submissionId, responsible: user.id },
    ...bySchema(schema),
  });
  return (
    <RouteDialog title={title} description={t("add.text")} closeTo={closeTo}>
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={{ ...useLeadLabels(), ...ownLabels(own) }} />
        <HiddenField field={fields.submission_id} />
        <LeadFields fields={fields} affiliates={affiliates} members={members} />
        <OwnFields own={own} fields={fields} />
        <FormActions>
          <DialogCancel to={closeTo} />
          <SubmitButton pendingLabel={t("add.pending")}>{t("add.submit")}</SubmitButton>
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
