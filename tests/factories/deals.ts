import { createDeal, type CreatedDeal } from "~/domain/deals/create-deal.server";
import { createDealSchemaFor } from "~/domain/deals/deal.schema";
import { addLead } from "~/domain/leads/add-lead.server";
import { addLeadSchema, submitLeadSchema } from "~/domain/leads/lead.schema";
import { submitLead } from "~/domain/leads/submit-lead.server";
import { asAffiliate, withoutEvents, type Affiliate } from "./affiliates";
import { asOwner, type Org } from "./organizations";
import { nextNumber, type TestDoor } from "./people";

/** Submits a lead of an affiliate by form fields, without notifying staff. Returns its id. */
export function submittedLead(
  db: TestDoor,
  org: Org,
  affiliate: Affiliate,
  fields: Record<string, string> = {},
): Promise<string> {
  const number = nextNumber();
  const input = submitLeadSchema.parse({
    company_name: `Company ${number}`,
    contact_person: `Contact ${number}`,
    email: `contact-${number}@example.com`,
    ...fields,
  });
  return asAffiliate(db, org, affiliate, (scope) => submitLead(withoutEvents(scope), input));
}

/** Adds a lead as staff, without an affiliate unless `affiliate_id` is given. Returns its id. */
export function addedLead(db: TestDoor, org: Org, fields: Record<string, string> = {}): Promise<string> {
  const number = nextNumber();
  const input = addLeadSchema.parse({
    company_name: `Company ${number}`,
    contact_person: `Contact ${number}`,
    email: `contact-${number}@example.com`,
    ...fields,
  });
  return asOwner(db, org, (scope) => addLead(scope, input));
}

/** Wins a one-time deal from a new lead of the affiliate, by default 1,000.00 EUR. */
export function oneTimeDeal(
  db: TestDoor,
  org: Org,
  affiliate: Affiliate,
  fields: Record<string, string> = {},
): Promise<CreatedDeal & { leadId: string }> {
  return wonDeal(db, org, affiliate, {
    deal_type: "one-time",
    amount: "1000",
    close_date: "2026-01-15",
    ...fields,
  });
}

/** Wins a recurring deal from a new lead of the affiliate, by default 12 × 100.00 EUR from 15 January 2026. */
export function recurringDeal(
  db: TestDoor,
  org: Org,
  affiliate: Affiliate,
  fields: Record<string, string> = {},
): Promise<CreatedDeal & { leadId: string }> {
  return wonDeal(db, org, affiliate, {
    deal_type: "recurring",
    mrr: "100",
    contract_duration_months: "12",
    contract_start_date: "2026-01-15",
    ...fields,
  });
}

async function wonDeal(db: TestDoor, org: Org, affiliate: Affiliate, fields: Record<string, string>) {
  const leadId = fields["lead_id"] ?? (await submittedLead(db, org, affiliate));
  const input = createDealSchemaFor("de").parse({
    title: `Deal ${nextNumber()}`,
    ...fields,
    lead_id: leadId,
  });
  return { ...(await asOwner(db, org, (scope) => createDeal(scope, input))), leadId };
}
