import type { TFunction } from "i18next";
import type { LeadField } from "~/domain/leads/lead.schema";

/** Returns the labels of a lead's fields for staff. */
export const leadLabels = (t: TFunction): Record<LeadField, string> => ({
  company_name: t("leads:lead.company"),
  contact_person: t("leads:lead.contact"),
  email: t("leads:lead.email"),
  phone: t("leads:lead.phone"),
  notes: t("leads:lead.notes"),
  affiliate_id: t("leads:lead.affiliate"),
  responsible: t("leads:lead.responsible"),
  next_step: t("leads:lead.next_step"),
  next_step_on: t("leads:lead.next_step_on"),
});
