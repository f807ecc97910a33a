import { NO_AFFILIATE } from "~/domain/shared/id-digits";
import { getFormProps, useForm } from "@conform-to/react";
import { bySchema } from "~/components/forms/by-schema";
import { useTranslation } from "react-i18next";
import { useMemo } from "react";
import { useNumberLocale } from "~/browser/use-format";
import { OwnFields } from "~/components/fields/own-fields";
import { ownLabels, useOwnSay } from "~/components/fields/use-own-words";
import { useAffiliateName } from "~/browser/namesakes";
import { EditErrors } from "~/components/forms/edit-errors";
import { FormActions } from "~/components/forms/form-actions";
import { VersionField } from "~/components/forms/version-field";
import { SubmitButton } from "~/components/forms/submit-button";
import "~/components/conversation/conversation-texts";
import { LeadFields, useLeadLabels } from "~/components/leads/lead-fields";
import { LeadStatusBadge } from "~/components/leads/lead-status-badge";
import { Link } from "~/components/ui/link";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import type { AffiliateChoice } from "~/domain/affiliates/affiliate-choices.server";
import { NO_MEMBER } from "~/domain/leads/lead-work";
import type { Mentionable } from "~/domain/leads/mentions";
import { contactFields, editLeadSchemaFor, workFields } from "~/domain/leads/lead.schema";
import type { LeadDetails } from "~/domain/leads/read-lead.server";
import { ownEntries } from "~/domain/fields/own-value";
import { toValues } from "~/domain/shared/field-list";
import type { FormReply } from "~/browser/form-reply";
import { paths } from "~/paths/paths";

export type EditFormProps = {
  lead: LeadDetails;
  version: string;
  /** Null once the lead has a deal: then the affiliate stays. */
  affiliates: readonly AffiliateChoice[] | null;
  members: readonly Mentionable[];
  lastResult: FormReply | undefined;
  closeTo: string;
};

/** A lead's contact fields, and its affiliate as long as it has no deal. */
export function EditForm({ lead, version, affiliates, members, lastResult, closeTo }: EditFormProps) {
  const { t } = useTranslation(["leads", "common", "work"]);
  const { own } = lead;
  const labels = { ...useLeadLabels(), ...ownLabels(own) };
  const say = useOwnSay(own);
  const locale = useNumberLocale();
  const schema = useMemo(() => editLeadSchemaFor(own.fields, { locale, stored: own.values }), [own, locale]);
  const affiliateName = useAffiliateName();
  const [form, fields] = useForm({
    id: "edit-lead",
    lastResult,
    defaultValue: {
      ...toValues(contactFields, lead.contact),
      ...ownEntries(own, locale),
      affiliate_id: lead.affiliate?.id ?? NO_AFFILIATE,
      ...toValues(workFields, lead.work),
      responsible: lead.work.responsible ?? NO_MEMBER,
      version,
    },
    ...bySchema(schema, { lead_id: lead.id }),
  });
  return (
    <DialogForm {...getFormProps(form)} className="grid gap-4">
      <EditErrors
        form={form}
        labels={labels}
        lastResult={lastResult}
        say={{
          ...say,
          affiliate_id: (name) => name ?? t("lead.no_affiliate"),
          responsible: (name) => name ?? t("work:nobody"),
        }}
      />
      <VersionField field={fields.version} lastResult={lastResult} />
      <WhatBecame lead={lead} />
      <LeadFields fields={fields} affiliates={affiliates ?? undefined} members={members} />
      <OwnFields own={own} fields={fields} />
      {!affiliates && (
        <p className="text-muted">
          {t(lead.affiliate ? "edit.affiliate_fixed" : "edit.affiliate_none", {
            affiliate: lead.affiliate && affiliateName(lead.affiliate.id, lead.affiliate.name),
          })}
        </p>
      )}
      <FormActions>
        <DialogCancel to={closeTo} />
        <SubmitButton pendingLabel={t("common:saving")}>{t("common:save")}</SubmitButton>
      </FormActions>
    </DialogForm>
  );
}

/** The status of the lead and a link to its deals. */
function WhatBecame({ lead }: { lead: LeadDetails }) {
  const { search } = useAddress();
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <LeadStatusBadge reader="staff" status={lead.status} />
      {lead.deals.map(({ id, title }) => (
        <Link key={id} to={paths.deal(id, search)} replace preventScrollReset className="underline underline-offset-4">
          {title}
        </Link>
      ))}
    </p>
  );
}
