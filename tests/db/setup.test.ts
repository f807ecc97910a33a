import { beforeEach, describe, expect, test } from "vitest";
import { createDeal } from "~/domain/deals/create-deal.server";
import { createDealSchema } from "~/domain/deals/deal.schema";
import { hideSetup, showSetup } from "~/domain/organizations/hide-setup.server";
import { markSetupDone, readHiddenSetup, readSetup, type Setup } from "~/domain/organizations/read-setup.server";
import { isSetUp, nextStep, stepsDone } from "~/domain/organizations/setup";
import type { Scope } from "~/domain/shared/scope";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { activeAffiliate, asAffiliate, invitedAffiliate, withTerms } from "../factories/affiliates";
import { addedLead } from "../factories/deals";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let other: Org;

beforeEach(async () => {
  other = await createOrg(db.database, { name: "Other" });
  org = await createOrg(db.database, { name: "Nordlicht" });
});

/** Reads the checklist as the screen does. */
async function setup(of = org): Promise<Setup | null> {
  const read = await db.database.readOrg(of.orgId, of.owner.actor, readSetup);
  if (!read?.finished || !read.isNew) return read;
  await asOwner(db.database, of, markSetupDone);
  return { finished: true };
}
const hidden = (of = org) => db.database.readOrg(of.orgId, of.owner.actor, readHiddenSetup);

async function unfinished(of = org): Promise<Setup & { finished: false }> {
  const read = await setup(of);
  if (!read || read.finished) throw new Error("there is no open checklist");
  return read;
}

/** Returns the steps that are done. */
async function done(of = org): Promise<string[]> {
  const read = await unfinished(of);
  return Object.entries(read.done).flatMap(([step, isDone]) => (isDone ? [step] : []));
}

/** Does all required steps. */
async function setUp(of = org): Promise<void> {
  const affiliate = await activeAffiliate(db.database, of);
  await withTerms(db.database, of, affiliate);
  await addedLead(db.database, of);
}

/** Fails at any query except the one for the organization, which the screen reads anyway. */
function withoutQueries<T>(use: (scope: Scope) => Promise<T>, of = org): Promise<T> {
  return asOwner(db.database, of, (scope) => {
    const db = new Proxy(scope.db, {
      get: (_, name) => {
        throw new Error(`asked the database: ${String(name)}`);
      },
    });
    return use({ ...scope, db });
  });
}

async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}

const audit = () =>
  rows("select org_id, actor, action from audit_log where action like 'organization.%_setup' order by id");

describe("[ORG-01] the setup checklist of a new organization", () => {
  test("starts with the organization done, and every step follows from the data", async () => {
    // The other organization does everything first, which does not count here.
    await setUp(other);
    expect(await setup(other)).toEqual({ finished: true });
    expect(await unfinished()).toEqual({
      finished: false,
      organization: { timeZone: "Europe/Berlin", defaultCurrency: "EUR" },
      done: {
        organization: true,
        affiliate: false,
        terms: false,
        portal: false,
        lead: false,
        webhook: false,
      },
      earns: false,
      affiliate: null,
    });

    const affiliate = await invitedAffiliate(db.database, org, { name: "Lena Bauer" });
    const later = await invitedAffiliate(db.database, org);
    expect(await done()).toEqual(["organization", "affiliate"]);
    expect((await unfinished()).affiliate).toEqual({ id: affiliate.affiliateId, name: "Lena Bauer" });

    await addedLead(db.database, org);
    expect(await done()).toEqual(["organization", "affiliate", "lead"]);
    await asOwner(db.database, org, (scope) =>
      saveWebhook(
        scope,
        { url: "https://webhook.site/1", events: ["deal.created", "lead.created"] },
        db.context.webhooks,
      ),
    );
    expect(await done()).toEqual(["organization", "affiliate", "lead", "webhook"]);
    await asOwner(db.database, org, (scope) =>
      saveWebhook(scope, { url: "", events: ["deal.created", "lead.created"] }, db.context.webhooks),
    );
    expect(await done()).toEqual(["organization", "affiliate", "lead"]);

    await withTerms(db.database, org, later);
    expect(await done()).toEqual(["organization", "affiliate", "terms", "lead"]);
    expect(nextStep(await unfinished())).toBe("portal");
    expect(stepsDone(await unfinished())).toBe(4);
    await activeAffiliate(db.database, other);
    expect(isSetUp(await unfinished())).toBe(false);
    await activeAffiliate(db.database, org);
    expect(await setup()).toEqual({ finished: true });
  });

  test("is finished once an affiliate earns a commission, whatever steps were left out", async () => {
    const affiliate = await invitedAffiliate(db.database, org);
    const won = async (affiliate_id: string) => {
      const lead_id = await addedLead(db.database, org, { affiliate_id });
      const deal = { title: "X", deal_type: "one-time", amount: "10", close_date: "2026-01-15" };
      const input = createDealSchema.parse({ ...deal, lead_id });
      await asOwner(db.database, org, (scope) => createDeal(scope, input));
    };
    await won("none");
    expect(await done()).toEqual(["organization", "affiliate", "lead"]);
    await won(affiliate.affiliateId);
    expect(await setup()).toEqual({ finished: true });
    expect(await setup(other)).toMatchObject({ finished: false });
  });

  test("reopens undone steps, and names an affiliate who is not inactive", async () => {
    const affiliate = await activeAffiliate(db.database, org);
    expect(await done()).toEqual(["organization", "affiliate", "portal"]);
    await db.ownerPool.query("update affiliate set status = 'inactive' where id = $1", [affiliate.affiliateId]);
    expect(await done()).toEqual(["organization", "affiliate"]);
    expect((await unfinished()).affiliate).toBeNull();
    const second = await invitedAffiliate(db.database, org);
    expect((await unfinished()).affiliate?.id).toBe(second.affiliateId);
    // A cluster lacks the foreign key through which deleting the membership would do this.
    await db.ownerPool.query("delete from affiliate where org_id = $1", [org.orgId]);
    expect(await done()).toEqual(["organization"]);
  });

  test("is shown as finished for an hour, stays finished, and then costs no query", async () => {
    db.at("2026-03-01T08:00:00Z");
    await setUp();
    db.at("2026-03-02T08:00:00Z");
    // With many concurrent reads, the first time is kept.
    expect(await Promise.all(Array.from({ length: 10 }, () => setup()))).toEqual(
      Array.from({ length: 10 }, () => ({ finished: true })),
    );
    db.at("2026-03-02T08:59:59Z");
    expect(await withoutQueries(readSetup)).toEqual({ finished: true });
    db.at("2026-03-02T09:00:00Z");
    expect(await withoutQueries(readSetup)).toBeNull();
    expect(await rows("select setup_done_at, setup_hidden_at from organization where org_id = $1", org.orgId))
      // oxfmt-ignore
      .toEqual([{ setup_done_at: new Date("2026-03-02T08:00:00Z"), setup_hidden_at: null }]);

    await db.ownerPool.query("delete from lead where org_id = $1", [org.orgId]);
    expect(await withoutQueries(readSetup)).toBeNull();
    expect(await withoutQueries(readHiddenSetup)).toBeNull();
    expect(await done(other)).toEqual(["organization"]);
    await expect(withoutQueries(readSetup, other)).rejects.toThrow("asked the database");
  });

  test("is hidden and shown for all members by owners and members, recorded once each", async () => {
    const member = await addMember(db.database, org);
    const asMember = <T>(use: (scope: Scope) => Promise<T>) => db.database.withOrg(org.orgId, member.actor, use);
    await asOwner(db.database, other, hideSetup);
    expect(await done()).toEqual(["organization"]);

    expect(await Promise.all(Array.from({ length: 10 }, () => asMember(hideSetup)))).toEqual(
      Array.from({ length: 10 }, () => true),
    );
    expect(await withoutQueries(readSetup)).toBeNull();
    expect(stepsDone((await hidden())!)).toBe(1);
    await asOwner(db.database, other, showSetup);
    expect(await setup()).toBeNull();
    await Promise.all(Array.from({ length: 10 }, () => asOwner(db.database, org, showSetup)));
    expect(await done()).toEqual(["organization"]);
    expect(await hidden()).toBeNull();

    const entry = (of: Org, actor: string, action: string) => ({
      org_id: of.orgId,
      actor: `member:${actor}`,
      action: `organization.${action}_setup`,
    });
    expect(await audit()).toEqual([
      entry(other, other.owner.userId, "hide"),
      entry(org, member.userId, "hide"),
      entry(other, other.owner.userId, "show"),
      entry(org, org.owner.userId, "show"),
    ]);
  });

  test("stays hidden if it is finished, before or after hiding", async () => {
    await asOwner(db.database, org, hideSetup);
    await setUp();
    expect(await hidden()).toBeNull();
    await asOwner(db.database, org, showSetup);
    expect(await withoutQueries(readSetup)).toBeNull();
    expect(await withoutQueries(readHiddenSetup)).toBeNull();

    await setUp(other);
    expect(await setup(other)).toEqual({ finished: true });
    expect(await asOwner(db.database, other, hideSetup)).toBe(false);
    expect(await withoutQueries(readSetup, other)).toBeNull();
    await asOwner(db.database, other, showSetup);
    expect(await withoutQueries(readSetup, other)).toBeNull();
    // Nothing was lost, so nothing is recorded.
    expect(await audit()).toEqual([expect.objectContaining({ org_id: org.orgId })]);
  });

  test("is rejected for affiliates", async () => {
    const affiliate = await activeAffiliate(db.database, org);
    for (const use of [readSetup, readHiddenSetup, markSetupDone, hideSetup, showSetup]) {
      await expect(
        asAffiliate<unknown>(db.database, org, affiliate, use as (scope: Scope) => Promise<unknown>),
      ).rejects.toMatchObject({ code: "forbidden" });
    }
    expect(await done()).toEqual(["organization", "affiliate", "portal"]);
  });
});
