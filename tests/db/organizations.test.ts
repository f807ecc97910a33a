import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { countDue } from "~/domain/commissions/count-due.server";
import { createOrganization } from "~/domain/organizations/create-organization.server";
import { editOrganization } from "~/domain/organizations/edit-organization.server";
import { timeZones } from "~/domain/organizations/organization";
import { createOrganizationSchema, editOrganizationSchema } from "~/domain/organizations/organization.schema";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { isTimeZone } from "~/domain/shared/dates";
import { readWebhook, saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { activeAffiliate, asAffiliate, withTerms } from "../factories/affiliates";
import { recurringDeal, submittedLead } from "../factories/deals";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { createUser, type Person } from "../factories/people";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });

async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}

/** Creates an organization as the onboarding form does: each post generates a new id. */
const found = (person: Person, name = "Nordlicht") =>
  db.database.withOrg(
    randomUUID(),
    { kind: "member", userId: person.userId, role: "owner", isProven: true },
    (scope) => createOrganization(scope, person, name),
    "founding",
  );

describe("[ORG-01] creating an organization", () => {
  test("sets its creator as owner, Berlin time, euros and a trial of 7 days", async () => {
    db.at("2026-03-27T10:00:00Z");
    const person = await createUser(db.database);
    const orgId = await found(person);
    expect(await rows("select * from organization")).toMatchObject([
      {
        org_id: orgId,
        name: "Nordlicht",
        time_zone: "Europe/Berlin",
        default_currency: "EUR",
        // Seven times 24 hours, although the clocks change in between.
        trial_ends_at: new Date("2026-04-03T10:00:00Z"),
      },
    ]);
    expect(await rows("select org_id, user_id, role from membership")).toEqual([
      { org_id: orgId, user_id: person.userId, role: "owner" },
    ]);
    expect(await rows("select org_id, actor, action, entity_id from audit_log")).toEqual([
      { org_id: orgId, actor: `member:${person.userId}`, action: "organization.create", entity_id: orgId },
    ]);
  });

  test("20 times concurrently creates one, which every request returns", async () => {
    const person = await createUser(db.database);
    const ids = await Promise.all(Array.from({ length: 20 }, () => found(person)));
    expect(new Set(ids).size).toBe(1);
    expect(await rows("select org_id from organization")).toEqual([{ org_id: ids[0] }]);
    expect(await rows("select 1 from membership")).toHaveLength(1);
    expect(await rows("select 1 from audit_log")).toHaveLength(1);
  });

  test("returns the existing one for owners and members without changes", async () => {
    const org = await createOrg(db.database, { name: "First" });
    const member = await addMember(db.database, org);
    expect(await found({ ...org.owner }, "Second")).toBe(org.orgId);
    expect(await found(member, "Third")).toBe(org.orgId);
    expect(await rows("select name from organization")).toEqual([{ name: "First" }]);
  });

  test("by two users concurrently creates two", async () => {
    const people = [await createUser(db.database), await createUser(db.database)];
    const ids = await Promise.all(people.map((person) => found(person)));
    expect(new Set(ids).size).toBe(2);
    expect(await rows("select 1 from organization")).toHaveLength(2);
  });

  test("that fails halfway leaves neither organization nor member", async () => {
    const person = await createUser(db.database);
    await db.ownerPool.query("alter table membership add constraint broken check (false)");
    await expect(found(person)).rejects.toThrow();
    expect(await rows("select 1 from organization")).toEqual([]);
    await db.ownerPool.query("alter table membership drop constraint broken");
    await found(person);
    expect(await rows("select 1 from organization")).toHaveLength(1);
  });

  test("requires a name of at most 100 characters after trimming", () => {
    const parse = (name: unknown) => createOrganizationSchema.safeParse({ organization_name: name });
    expect(parse("  Nordlicht ").data).toEqual({ organization_name: "Nordlicht" });
    expect(parse(" ").error?.issues.map((issue) => issue.message)).toEqual(["organization_required"]);
    expect(parse(undefined).error?.issues.map((issue) => issue.message)).toEqual(["organization_required"]);
    expect(parse("x".repeat(100)).success).toBe(true);
    expect(parse("x".repeat(101)).error?.issues.map((issue) => issue.message)).toEqual(['too_long|{"max":100}']);
  });
});

describe("[ORG-06] the settings of an organization", () => {
  const settings = { name: "Nordlicht", timeZone: "Europe/Berlin", defaultCurrency: "EUR" };
  const edit = (org: Org, changes: Partial<typeof settings>) =>
    asOwner(db.database, org, (scope) => editOrganization(scope, { ...settings, ...changes }));
  const read = (org: Org) => asOwner(db.database, org, (scope) => scope.organization());

  test("are changed by owners, and the audit log records the previous values", async () => {
    const other = await createOrg(db.database, { name: "Other" });
    const org = await createOrg(db.database, { name: "Nordlicht" });
    await edit(other, { name: "Elsewhere", timeZone: "Asia/Tokyo", defaultCurrency: "JPY" });
    expect(await read(org)).toMatchObject(settings);
    await edit(org, { name: "Südlicht", timeZone: "America/New_York" });
    expect(await read(org)).toMatchObject({
      name: "Südlicht",
      timeZone: "America/New_York",
      defaultCurrency: "EUR",
    });
    expect(await read(other)).toMatchObject({
      name: "Elsewhere",
      timeZone: "Asia/Tokyo",
      defaultCurrency: "JPY",
    });
    const log = "select actor, data from audit_log where org_id = $1 and action = 'organization.edit'";
    expect(await rows(log, org.orgId)).toEqual([
      {
        actor: `member:${org.owner.userId}`,
        data: {
          name: "Südlicht",
          name_before: "Nordlicht",
          time_zone: "America/New_York",
          time_zone_before: "Europe/Berlin",
        },
      },
    ]);
  });

  test("saved 20 times concurrently leave one audit entry", async () => {
    const org = await createOrg(db.database, { name: "Nordlicht" });
    await Promise.all(Array.from({ length: 20 }, () => edit(org, { defaultCurrency: "CHF" })));
    expect(await rows("select 1 from audit_log where action = 'organization.edit'")).toHaveLength(1);
  });

  test("cannot be changed by members and affiliates, and members see the names of the owners", async () => {
    const org = await createOrg(db.database, { name: "Nordlicht" });
    const other = await createOrg(db.database);
    const member = await addMember(db.database, org);
    const affiliate = await activeAffiliate(db.database, org);
    for (const actor of [member.actor, affiliate.actor]) {
      await expect(
        db.database.withOrg(org.orgId, actor, (scope) => editOrganization(scope, { ...settings, name: "Mine" })),
      ).rejects.toMatchObject({ code: "forbidden" });
    }
    expect(await read(org)).toMatchObject(settings);
    expect(await asOwner(db.database, other, readOwners)).toEqual([other.owner.name]);
    expect(await db.database.withOrg(org.orgId, member.actor, readOwners)).toEqual([org.owner.name]);
    await expect(asAffiliate(db.database, org, affiliate, readOwners)).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  test("determine with the time zone the current day and what is due, immediately", async () => {
    const org = await createOrg(db.database, { name: "Nordlicht" });
    const other = await createOrg(db.database);
    const affiliate = await activeAffiliate(db.database, org);
    db.at("2026-01-15T12:00:00Z");
    await withTerms(db.database, org, affiliate);
    const leadId = await submittedLead(db.database, org, affiliate);
    await recurringDeal(db.database, org, affiliate, {
      lead_id: leadId,
      contract_start_date: "2026-02-01",
      contract_duration_months: "3",
    });
    // Half past eleven in the evening of 31 January in Berlin: already February in Tokyo, still afternoon in New York.
    db.at("2026-01-31T22:30:00Z");
    const today = () => asOwner(db.database, org, (scope) => scope.today());
    const due = (of = org) => asOwner(db.database, of, countDue);
    expect([await today(), await due()]).toEqual(["2026-01-31", 0]);
    await edit(org, { timeZone: "Asia/Tokyo" });
    expect([await today(), await due(), await due(other)]).toEqual(["2026-02-01", 1, 0]);
    await edit(org, { timeZone: "America/New_York" });
    expect([await today(), await due()]).toEqual(["2026-01-31", 0]);
    await expect(asAffiliate(db.database, org, affiliate, countDue)).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  test("are a name, an existing time zone and a three-letter currency", () => {
    const parse = (fields: Record<string, string>) =>
      editOrganizationSchema.safeParse({
        organization_name: "Nordlicht",
        time_zone: "Europe/Berlin",
        default_currency: "EUR",
        ...fields,
      });
    const messages = (fields: Record<string, string>) =>
      parse(fields).error?.issues.map(({ path, message }) => `${path.join()}: ${message}`);
    expect(parse({ organization_name: " Nordlicht ", default_currency: " chf " }).data).toEqual({
      ...settings,
      defaultCurrency: "CHF",
    });
    expect(messages({ organization_name: " " })).toEqual(["organization_name: organization_required"]);
    expect(messages({ organization_name: "x".repeat(101) })).toHaveLength(1);
    expect(messages({ time_zone: "" })).toEqual(["time_zone: time_zone_required"]);
    for (const zone of ["Europe/Bielefeld", "+02:00", "<script>"]) {
      expect(messages({ time_zone: zone })).toEqual(["time_zone: time_zone_invalid"]);
    }
    for (const currency of ["", " ", "EU", "EURX", "E1R"]) {
      expect(messages({ default_currency: currency })).toEqual(["default_currency: default_currency_invalid"]);
    }
    const zones = timeZones("US/Eastern");
    for (const zone of ["Europe/Berlin", "UTC", "US/Eastern"]) expect(zones).toContain(zone);
    expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
    expect(new Set(zones).size).toBe(zones.length);
  });
});

test("[SET-03] include a webhook that sends nothing without a URL and keeps its event", async () => {
  const org = await createOrg(db.database);
  const other = await createOrg(db.database);
  const save = (url: string) =>
    asOwner(db.database, org, (scope) => saveWebhook(scope, { url, events: ["lead.created"] }, db.context.webhooks));
  await save("https://webhook.site/1");
  await save("");
  expect(await asOwner(db.database, other, readWebhook)).toBeNull();
  expect(await asOwner(db.database, org, readWebhook)).toEqual({ url: "", events: ["lead.created"] });
  await submittedLead(db.database, org, await activeAffiliate(db.database, org));
  await db.runJobs();
  expect(await rows("select 1 from webhook_delivery")).toEqual([]);
  expect(await db.jobs("webhook.deliver")).toEqual([]);
});
