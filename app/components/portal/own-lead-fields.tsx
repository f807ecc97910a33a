import { Children, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AnyField } from "~/components/forms/field-meta";
import { TextField } from "~/components/forms/text-field";
import { TextareaField } from "~/components/forms/textarea-field";
import type { Description } from "~/components/ui/description-list";
import { contactFields, type ContactField, type LeadContact } from "~/domain/leads/lead.schema";
import { displayEmail } from "~/domain/shared/erased";
import { namesOf, toValues } from "~/domain/shared/field-list";

/** Returns the labels of a lead's fields in the portal. */
export function useOwnLeadLabels(): Record<ContactField, string> {
  const { t } = useTranslation("portal");
  return {
    company_name: t("fields.company"),
    contact_person: t("fields.contact"),
    email: t("fields.email"),
    phone: t("fields.phone"),
    notes: t("fields.notes"),
  };
}

/** The fields of a lead for affiliates. */
export function OwnLeadFields({ fields }: { fields: Record<ContactField, AnyField> }) {
  const { t } = useTranslation("portal");
  const labels = useOwnLeadLabels();
  const of = (name: ContactField) => ({ field: fields[name], label: labels[name], autoComplete: "off" });
  // In the order of the form.
  const controls: Record<ContactField, ReactNode> = {
    company_name: <TextField {...of("company_name")} />,
    contact_person: <TextField {...of("contact_person")} />,
    email: <TextField {...of("email")} type="email" />,
    phone: <TextField {...of("phone")} type="tel" optional />,
    notes: <TextareaField field={fields.notes} label={labels.notes} help={t("new_lead.notes_help")} optional />,
  };
  return <>{Children.toArray(Object.values(controls))}</>;
}

/** Returns the contact data, field by field in the order of the list. */
export function useOwnContactFacts(contact: LeadContact): Description[] {
  const labels = useOwnLeadLabels();
  const values = { ...toValues(contactFields, contact), email: displayEmail(contact.email) };
  return namesOf(contactFields).map((name) => ({ label: labels[name], value: values[name] }));
}
