import { useTranslation } from "react-i18next";
import type { AnyField } from "~/components/forms/field-meta";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { TextareaField } from "~/components/forms/textarea-field";
import type { AffiliateChoice } from "~/domain/affiliates/affiliate-choices.server";
import { NO_AFFILIATE } from "~/domain/leads/lead.schema";

type Name = "company_name" | "contact_person" | "email" | "phone" | "notes" | "affiliate_id";

/** The labels of a lead's fields, for the fields and for the summary of errors. */
export function useLeadLabels(): Record<Name, string> {
  const { t } = useTranslation("leads");
  return {
    company_name: t("lead.company"),
    contact_person: t("lead.contact"),
    email: t("lead.email"),
    phone: t("lead.phone"),
    notes: t("lead.notes"),
    affiliate_id: t("lead.affiliate"),
  };
}

export type LeadFieldsProps = {
  fields: Record<Name, AnyField>;
  /** Left out where the affiliate cannot be chosen. */
  affiliates?: readonly AffiliateChoice[];
};

/** What staff write down about a lead. */
export function LeadFields({ fields, affiliates }: LeadFieldsProps) {
  const { t } = useTranslation("leads");
  const labels = useLeadLabels();
  return (
    <>
      <TextField field={fields.company_name} label={labels.company_name} autoComplete="off" />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField field={fields.contact_person} label={labels.contact_person} autoComplete="off" />
        <TextField field={fields.phone} label={labels.phone} type="tel" autoComplete="off" optional />
      </div>
      <TextField field={fields.email} label={labels.email} type="email" autoComplete="off" />
      {affiliates && (
        <SelectField
          field={fields.affiliate_id}
          label={labels.affiliate_id}
          options={[
            { value: NO_AFFILIATE, label: t("lead.no_affiliate") },
            ...affiliates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <TextareaField field={fields.notes} label={labels.notes} optional />
    </>
  );
}
