import { activateAffiliate } from "~/domain/affiliates/activate-affiliate.server";
import { addAffiliate } from "~/domain/affiliates/add-affiliate.server";
import { addAffiliateSchema } from "~/domain/affiliates/affiliate.schema";
import type { Actor, Scope } from "~/domain/shared/scope";
import { saveTerms } from "~/domain/terms/save-terms.server";
import { termsSchema } from "~/domain/terms/term.schema";
import type { TestDatabase } from "../support/database";
import { asOwner, createOrg, type Org } from "./organizations";
import { nextNumber, type Person, type TestDoor } from "./people";

export interface Affiliate extends Person {
  affiliateId: string;
  actor: Extract<Actor, { kind: "affiliate" }>;
}

/** Adds an affiliate and queues the invitation email. */
export async function invitedAffiliate(
  db: TestDoor,
  org: Org,
  person: { name?: string; email?: string } = {},
): Promise<Affiliate> {
  const number = nextNumber();
  const input = addAffiliateSchema.parse({
    name: `Affiliate ${number}`,
    email: `affiliate-${number}@example.com`,
    ...person,
  });
  return asOwner(db, org, async (scope) => {
    const affiliateId = await addAffiliate(scope, input);
    const { userId } = await scope.db.membership.findFirstOrThrow({ where: { affiliateId } });
    return { ...input, affiliateId, userId, actor: { kind: "affiliate", userId, affiliateId } };
  });
}

/** Adds an affiliate who has used the portal, without notifying staff. */
export async function activeAffiliate(
  db: TestDoor,
  org: Org,
  person: { name?: string; email?: string } = {},
): Promise<Affiliate> {
  const affiliate = await invitedAffiliate(db, org, person);
  await asOwner(db, org, (scope) => activateAffiliate(withoutEvents(scope), affiliate.affiliateId));
  return affiliate;
}

/** Creates an organization and an active affiliate who gets 10 % from today. */
export async function agency(
  db: TestDoor,
  person: { name?: string; email?: string } = {},
): Promise<{ org: Org; affiliate: Affiliate }> {
  const org = await createOrg(db);
  const affiliate = await activeAffiliate(db, org, person);
  await withTerms(db, org, affiliate);
  return { org, affiliate };
}

/**
 * Gives an affiliate terms by form fields, by default 10 % from today, without a notification. Returns the terms' id.
 */
export function withTerms(
  db: TestDoor,
  org: Org,
  affiliate: { affiliateId: string },
  fields: Record<string, string> = {},
): Promise<string> {
  return asOwner(db, org, async (scope) => {
    const id = await saveTerms(
      withoutEvents(scope),
      termsSchema(null, "de").parse({
        affiliate_id: affiliate.affiliateId,
        model: "rev_share",
        rev_share_percent: "10",
        start_date: await scope.today(),
        ...fields,
      }),
    );
    await scope.db.notification.deleteMany({
      where: { affiliateId: affiliate.affiliateId, type: "terms_changed" },
    });
    return id;
  });
}

/** Disables jobs, so that the test's setup sends no notifications or emails. */
export const withoutEvents = (scope: Scope): Scope => ({
  ...scope,
  enqueue: async (job, ...rest) => {
    if (job !== "notice.staff" && job !== "mail.notification") await scope.enqueue(job, ...rest);
  },
  enqueueAll: async (job, ...rest) => {
    if (job !== "mail.notification") await scope.enqueueAll(job, ...rest);
  },
});

/**
 * Gives an affiliate tiered terms: 10 % from 0, 12 % from 10,000.00, 15 % from 25,000.00 EUR of won volume in a year.
 */
export function tieredTerms(
  db: TestDoor,
  org: Org,
  affiliate: { affiliateId: string },
  fields: Record<string, string> = {},
): Promise<string> {
  return withTerms(db, org, affiliate, {
    model: "tiered",
    tier_from_1: "0",
    tier_rate_1: "10",
    tier_from_2: "10.000",
    tier_rate_2: "12",
    tier_from_3: "25.000",
    tier_rate_3: "15",
    ...fields,
  });
}

/** Runs a callback in the organization as the affiliate, who sees only their own rows. */
export function asAffiliate<T>(
  db: TestDoor,
  org: Org,
  affiliate: Affiliate,
  use: (scope: Scope) => Promise<T>,
): Promise<T> {
  return db.withOrg(org.orgId, affiliate.actor, use);
}

/** Creates an organization with two affiliates of one name; `ada` is an hour older than her `twin`. */
export async function withTwins(db: TestDatabase): Promise<{ org: Org; ada: Affiliate; twin: Affiliate }> {
  db.at("2026-03-20T11:00:00Z");
  const org = await createOrg(db.database);
  const ada = await activeAffiliate(db.database, org, { name: "Ada Berg", email: "ada@berg.example" });
  db.at("2026-03-20T12:00:00Z");
  const twin = await activeAffiliate(db.database, org, { name: "Ada Berg", email: "a.berg@berg.example" });
  return { org, ada, twin };
}
