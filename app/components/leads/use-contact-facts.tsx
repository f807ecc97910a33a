import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Description } from "~/components/ui/description-list";
import { Missing } from "~/components/ui/missing";
import { contactFields, type ContactField, type LeadContact } from "~/domain/leads/lead.schema";
import { isErased, displayEmail } from "~/domain/shared/erased";
import { namesOf, toValues } from "~/domain/shared/field-list";
import { useLeadLabels } from "./lead-fields";

/** Returns the contact data of a lead, field by field in the order of the list. Values can be copied. */
export function useContactFacts(contact: LeadContact): Record<ContactField, Description> {
  const { t } = useTranslation("leads");
  const labels = useLeadLabels();
  const values = { ...toValues(contactFields, contact), email: displayEmail(contact.email) };
  const facts = namesOf(contactFields).map((name): [ContactField, Description] => {
    const [label, value] = [labels[name], values[name]];
    // The name of an erased person is not worth copying.
    const isCopied = name !== "contact_person" || !isErased(contact.email);
    return [
      name,
      value
        ? { label, value: shownAs[name]?.(value) ?? value, ...(isCopied && { copy: value }) }
        : { label, value: <Missing words={t("details.missing")} /> },
    ];
  });
  return Object.fromEntries(facts) as Record<ContactField, Description>;
}

const linkClass = "underline underline-offset-4";

/** Values that are more than their text. */
const shownAs: Partial<Record<ContactField, (value: string) => ReactNode>> = {
  email: (email) => (
    <a href={`mailto:${email}`} className={linkClass}>
      {email}
    </a>
  ),
  phone: (phone) => (
    <a href={`tel:${phone.replace(/[^+\d]/g, "")}`} className={linkClass}>
      {phone}
    </a>
  ),
};
