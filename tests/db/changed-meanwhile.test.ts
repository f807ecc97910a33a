import { beforeEach, describe, expect, test } from "vitest";
import { editAffiliateSchema } from "~/domain/affiliates/affiliate.schema";
import { editAffiliate, affiliateVersion } from "~/domain/affiliates/edit-affiliate.server";
import { readAffiliate } from "~/domain/affiliates/read-affiliate.server";
import { editDealSchema } from "~/domain/deals/deal.schema";
import { editDeal, dealVersion } from "~/domain/deals/edit-deal.server";
import { readEditableDeal } from "~/domain/deals/read-editable-deal.server";
import { editLead, leadVersion } from "~/domain/leads/edit-lead.server";
import { editLeadSchema } from "~/domain/leads/lead.schema";
import { readLead } from "~/domain/leads/read-lead.server";
import { editOrganization, organizationVersion } from "~/domain/organizations/edit-organization.server";
import { editOrganizationSchema } from "~/domain/organizations/organization.schema";
import type { Scope } from "~/domain/shared/scope";
import { listTerms } from "~/domain/terms/list-terms.server";
import { saveTerms, termsVersion } from "~/domain/terms/save-terms.server";
import { saveTermsSchema } from "~/domain/terms/term.schema";
import { readWebhook, saveWebhook, webhookVersion } from "~/domain/webhooks/save-webhook.server";
import { saveWebhookSchema } from "~/domain/webhooks/webhook.schema";
import { activeAffiliate, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { untilBlocked, useDatabase } from "../support/database";

// Two users edit the same record: one does not overwrite the other's changes without being told.

const db = useDatabase({ each: true, connections: 10 });
let org: Org;
let foreign: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  org = await createOrg(db.database, { name: "Nordlicht" });
  foreign = await createOrg(db.database, { name: "Nordlicht" });
  affiliate = await activeAffiliate(db.database, org, { name: "Ada", email: "ada@example.com" });
});

const as = <T>(use: (scope: Scope) => Promise<T>, by = org) => asOwner(db.database, by, use);
const rows = async (sql: string) => (await db.ownerPool.query(sql)).rows as Record<string, unknown>[];

/** Returns the version of a lead's form, as its page creates it. */
async function versionOfLead(scope: Scope, id: string): Promise<string> {
  const lead = (await readLead(scope, id))!;
  return leadVersion(lead.contact, lead.affiliate?.id ?? null);
}

interface Subject {
  /** Creates a record and returns its id. */
  make: () => Promise<string>;
  version: (scope: Scope, id: string) => Promise<string>;
  /** Saves the form with this value in its field. */
  save: (scope: Scope, id: string, value: string, version?: string) => Promise<unknown>;
  /** The form's field, and where it is stored; ":org" is the organization. */
  field: string;
  stored: string;
  action: string;
  value: (number: number) => string;
  /** Response to another organization; for its settings it changes its own. */
  foreign: "not_found" | "own";
}

const contact = { company_name: "Alpha GmbH", contact_person: "Ada", email: "ada@alpha.example" };
const once = { deal_type: "one-time", amount: "1000", currency: "EUR", close_date: "2026-01-15" };

const subjects: Record<string, Subject> = {
  "[LEAD-10] a deal": {
    make: async () => (await oneTimeDeal(db.database, org, affiliate, { title: "Before" })).id,
    version: async (scope, id) => dealVersion((await readEditableDeal(scope, id))!.contract),
    save: (scope, id, title, version) =>
      editDeal(scope, editDealSchema.parse({ ...once, deal_id: id, title, version })),
    field: "title",
    stored: "select title as value from deal",
    action: "deal.edit",
    value: (number) => `Title ${number}`,
    foreign: "not_found",
  },
  "[LEAD-10] a lead": {
    make: () => addedLead(db.database, org, contact),
    version: versionOfLead,
    save: (scope, id, notes, version) =>
      editLead(scope, editLeadSchema.parse({ ...contact, lead_id: id, notes, version })),
    field: "notes",
    stored: "select notes as value from lead",
    action: "lead.edit",
    value: (number) => `Note ${number}`,
    foreign: "not_found",
  },
  "[AFF-05] an affiliate": {
    make: async () => affiliate.affiliateId,
    version: async (scope, id) => affiliateVersion((await readAffiliate(scope, id))!),
    save: (scope, id, name, version) =>
      editAffiliate(
        scope,
        id,
        editAffiliateSchema.parse({ name, email: "ada@example.com", status: "active", version }),
      ),
    field: "name",
    stored: "select name as value from affiliate",
    action: "affiliate.edit",
    value: (number) => `Ada ${number}`,
    foreign: "not_found",
  },
  "[ORG-06] an organization": {
    make: async () => org.orgId,
    version: async (scope) => organizationVersion(await scope.organization()),
    save: (scope, _, organization_name, version) =>
      editOrganization(
        scope,
        editOrganizationSchema.parse({
          organization_name,
          time_zone: "Europe/Berlin",
          default_currency: "EUR",
          version,
        }),
      ),
    field: "organization_name",
    stored: "select name as value from organization where org_id = ':org'",
    action: "organization.edit",
    value: (number) => `Agency ${number}`,
    foreign: "own",
  },
  "[HOOK-01] a webhook that was never saved": {
    make: async () => org.orgId,
    version: async (scope) => webhookVersion(await readWebhook(scope)),
    save: (scope, _, webhook_url, version) =>
      saveWebhook(
        scope,
        saveWebhookSchema.parse({ webhook_url, webhook_events: ["deal.created"], version }),
        db.context.webhooks,
      ),
    field: "webhook_url",
    stored: "select url as value from webhook_endpoint where org_id = ':org'",
    action: "webhook.save",
    value: (number) => `https://webhook.site/${number}`,
    foreign: "own",
  },
  "[AFF-08] terms that were never set": {
    make: async () => affiliate.affiliateId,
    version: async (scope, id) => termsVersion((await listTerms(scope, id)).find((one) => one.active) ?? null),
    save: async (scope, id, basisPoints, version) =>
      saveTerms(
        scope,
        saveTermsSchema.parse({
          affiliate_id: id,
          rev_share_percent: String(Number(basisPoints) / 100),
          version,
          start_date: await scope.today(),
        }),
      ),
    field: "rev_share_percent",
    stored: "select rev_share_bp::text as value from affiliate_term where status = 'active'",
    action: "terms.save",
    value: (number) => `${number * 100}`,
    foreign: "not_found",
  },
};

describe.each(Object.entries(subjects))("%s", (_, subject) => {
  let id: string;
  let version: string;
  const saved = async () => (await rows(subject.stored.replace(":org", org.orgId)))[0]?.["value"];
  const entries = async () =>
    (await rows(`select 1 from audit_log where action = '${subject.action}' and org_id = '${org.orgId}'`)).length;
  const save = (value: string, mark?: string, by = org) => as((scope) => subject.save(scope, id, value, mark), by);

  beforeEach(async () => {
    id = await subject.make();
    version = await as((scope) => subject.version(scope, id));
  });

  test("one of eight concurrent saves succeeds, and the others get the stored values and can then save", async () => {
    const before = await saved();
    const strange = save(subject.value(0), version, foreign);
    if (subject.foreign === "not_found") {
      await expect(strange).rejects.toMatchObject({ code: "not_found", params: {} });
      expect(await saved()).toBe(before);
    } else {
      // It changed its own record, whose form looked the same, so this one is unchanged.
      await strange;
      expect(await as((scope) => subject.version(scope, id))).toBe(version);
    }

    const values = [1, 2, 3, 4, 5, 6, 7, 8].map(subject.value);
    const answers = await Promise.allSettled(values.map((value) => save(value, version)));
    const winners = values.filter((_, index) => answers[index]!.status === "fulfilled");
    expect(winners).toEqual([await saved()]);
    const refusals = answers.flatMap((answer) =>
      answer.status === "rejected" ? [answer.reason as { version: string }] : [],
    );
    const versionNow = await as((scope) => subject.version(scope, id));
    expect(refusals).toHaveLength(7);
    for (const reason of refusals) {
      expect(reason).toMatchObject({ code: "changed_meanwhile", changed: { [subject.field]: winners[0] } });
      expect(Object.keys((reason as unknown as { changed: object }).changed)).toEqual([subject.field]);
      expect(reason.version).toBe(versionNow);
    }
    expect(await entries()).toBe(1);

    await save(subject.value(9), refusals[0]!.version);
    expect(await saved()).toBe(subject.value(9));
    // A user with the version of the eighth save does not know the ninth.
    await expect(save(subject.value(10), refusals[1]!.version)).rejects.toMatchObject({
      code: "changed_meanwhile",
    });
  });

  test("a save during another save waits for it and gets the conflict", async () => {
    let second: Promise<unknown> = Promise.resolve();
    await as(async (scope) => {
      await subject.save(scope, id, subject.value(1), version);
      second = save(subject.value(2), version).catch((error: unknown) => error);
      await untilBlocked(db.ownerPool);
    });
    expect(await second).toMatchObject({
      code: "changed_meanwhile",
      changed: { [subject.field]: subject.value(1) },
    });
    expect(await saved()).toBe(subject.value(1));
  });

  test("the same form submitted five times concurrently and once more is saved once", async () => {
    await Promise.all(Array.from({ length: 5 }, () => save(subject.value(1), version)));
    await save(subject.value(1), version);
    expect(await saved()).toBe(subject.value(1));
    expect(await entries()).toBe(1);
  });

  test("an entry point without a form version is not checked for conflicts", async () => {
    await save(subject.value(1), version);
    await save(subject.value(2));
    expect(await saved()).toBe(subject.value(2));
  });
});
