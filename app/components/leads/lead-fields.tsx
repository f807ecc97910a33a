import { leadLabels } from "./lead-labels";
import { NO_AFFILIATE } from "~/domain/shared/id-digits";
import { Children, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import type { AnyField } from "~/components/forms/field-meta";
import { DateField } from "~/components/forms/date-field";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { TextareaField } from "~/components/forms/textarea-field";
import type { AffiliateChoice } from "~/domain/affiliates/affiliate-choices.server";
import { NO_MEMBER } from "~/domain/leads/lead-work";
import type { Mentionable } from "~/domain/leads/mentions";
import type { LeadField } from "~/domain/leads/lead.schema";

/** Returns the labels of a lead's fields, for the fields and for the error summary. */
export function useLeadLabels(): Record<LeadField, string> {
  const { t } = useTranslation("leads");
  return leadLabels(t);
}

export type LeadFieldsProps = {
  fields: Record<LeadField, AnyField>;
  /** Left out where the affiliate cannot be chosen. */
  affiliates?: readonly AffiliateChoice[];
  /** Who can be responsible. */
  members: readonly Mentionable[];
};

/** The fields of a lead for staff. */
export function LeadFields({ fields, affiliates, members }: LeadFieldsProps) {
  const { t } = useTranslation(["leads", "conversation", "work"]);
  const labels = useLeadLabels();
  const affiliateName = useAffiliateName();
  const of = (name: LeadField) => ({ field: fields[name], label: labels[name], autoComplete: "off" });
  const whole = "md:col-span-2";
  // In the order of the form.
  const controls: Record<LeadField, ReactNode> = {
    company_name: <TextField {...of("company_name")} className={whole} />,
    contact_person: <TextField {...of("contact_person")} />,
    phone: <TextField {...of("phone")} type="tel" optional />,
    email: <TextField {...of("email")} type="email" className={whole} />,
    affiliate_id: affiliates && (
      <SelectField
        field={fields.affiliate_id}
        label={labels.affiliate_id}
        options={[
          { value: NO_AFFILIATE, label: t("lead.no_affiliate") },
          ...affiliates.map(({ id, name }) => ({ value: id, label: affiliateName(id, name) })),
        ]}
        className={whole}
      />
    ),
    responsible: (
      <SelectField
        field={fields.responsible}
        label={labels.responsible}
        help={t("work:staff_only")}
        options={[
          { value: NO_MEMBER, label: t("work:nobody") },
          ...members.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        className={whole}
      />
    ),
    next_step: <TextField {...of("next_step")} help={t("work:staff_only")} optional />,
    next_step_on: <DateField {...of("next_step_on")} optional />,
    notes: (
      <TextareaField
        field={fields.notes}
        label={labels.notes}
        help={t("conversation:notes_shown")}
        optional
        className={whole}
      />
    ),
  };
  return <div className="grid gap-4 md:grid-cols-2">{Children.toArray(Object.values(controls))}</div>;
}
