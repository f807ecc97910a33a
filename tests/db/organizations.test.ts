import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createOrganization } from "~/domain/organizations/create-organization.server";
import { TRIAL_DAYS, trialDaysLeft } from "~/domain/organizations/organization";
import { createOrganizationSchema } from "~/domain/organizations/organization.schema";
import { addMember, createOrg } from "../factories/organizations";
import { createUser, type Person } from "../factories/people";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });

async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}

/** What the onboarding form does: each post makes up an id of its own. */
const found = (person: Person, name = "Nordlicht") =>
  db.database.withOrg(randomUUID(), { kind: "member", userId: person.userId, role: "owner" }, (scope) =>
    createOrganization(scope, person, name),
  );

describe("[ORG-01] creating an organisation", () => {
  test("with its creator as owner, Berlin time, euros and a trial of 7 days", async () => {
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
    expect(await rows("select org_id, user_id, role from org_member")).toEqual([
      { org_id: orgId, user_id: person.userId, role: "owner" },
    ]);
    expect(await rows("select org_id, actor, action, entity_id from audit_log")).toEqual([
      { org_id: orgId, actor: `member:${person.userId}`, action: "organization.create", entity_id: orgId },
    ]);
  });

  test("a double submit, 20 times at once, creates one and gives everybody that one", async () => {
    const person = await createUser(db.database);
    const ids = await Promise.all(Array.from({ length: 20 }, () => found(person)));
    expect(new Set(ids).size).toBe(1);
    expect(await rows("select org_id from organization")).toEqual([{ org_id: ids[0] }]);
    expect(await rows("select 1 from org_member")).toHaveLength(1);
    expect(await rows("select 1 from audit_log")).toHaveLength(1);
  });

  test("who has one, also as a mere member, gets that one back and nothing is changed", async () => {
    const org = await createOrg(db.database, { name: "First" });
    const member = await addMember(db.database, org);
    expect(await found({ ...org.owner }, "Second")).toBe(org.orgId);
    expect(await found(member, "Third")).toBe(org.orgId);
    expect(await rows("select name from organization")).toEqual([{ name: "First" }]);
  });

  test("two people's organisations at once are two", async () => {
    const people = [await createUser(db.database), await createUser(db.database)];
    const ids = await Promise.all(people.map((person) => found(person)));
    expect(new Set(ids).size).toBe(2);
    expect(await rows("select 1 from organization")).toHaveLength(2);
  });

  test("a failure half-way leaves neither organisation nor member", async () => {
    const person = await createUser(db.database);
    await db.ownerPool.query("alter table org_member add constraint broken check (false)");
    await expect(found(person)).rejects.toThrow();
    expect(await rows("select 1 from organization")).toEqual([]);
    await db.ownerPool.query("alter table org_member drop constraint broken");
    await found(person);
    expect(await rows("select 1 from organization")).toHaveLength(1);
  });

  test("the name is required after trimming and has at most 100 characters", () => {
    const parse = (name: unknown) => createOrganizationSchema.safeParse({ organization_name: name });
    expect(parse("  Nordlicht ").data).toEqual({ organization_name: "Nordlicht" });
    expect(parse(" ").error?.issues.map((issue) => issue.message)).toEqual(["organization_required"]);
    expect(parse(undefined).error?.issues.map((issue) => issue.message)).toEqual(["organization_required"]);
    expect(parse("x".repeat(100)).success).toBe(true);
    expect(parse("x".repeat(101)).error?.issues.map((issue) => issue.message)).toEqual([
      'too_long|{"max":100}',
    ]);
  });
});

test("[BIL-01] [BIL-02] days left of the trial are rounded up, never below 0", () => {
  const start = new Date("2026-03-01T10:00:00Z").getTime();
  const ends = new Date(start + TRIAL_DAYS * 86_400_000);
  const left = (afterMs: number) => trialDaysLeft(ends, new Date(start + afterMs));
  expect(TRIAL_DAYS).toBe(7);
  expect(left(0)).toBe(7);
  expect(left(1)).toBe(7);
  expect(left(86_400_000)).toBe(6);
  expect(left(7 * 86_400_000 - 1)).toBe(1);
  expect(left(7 * 86_400_000)).toBe(0);
  expect(left(30 * 86_400_000)).toBe(0);
});
