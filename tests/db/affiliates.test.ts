import { beforeEach, describe, expect, test } from "vitest";
import texts from "~/i18n/de/errors.json";
import { addAffiliate } from "~/domain/affiliates/add-affiliate.server";
import { affiliateColumns, type AffiliateColumn } from "~/domain/affiliates/affiliate";
import { addAffiliateSchema } from "~/domain/affiliates/affiliate.schema";
import { countAffiliates, hasAffiliates, listAffiliates } from "~/domain/reports/list-affiliates.server";
import { redeemLink } from "~/domain/identity/redeem-link.server";
import type { Order } from "~/domain/shared/order";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate, invitedAffiliate } from "../factories/affiliates";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;

beforeEach(async () => {
  org = await createOrg(db.database, { name: "Nordlicht" });
});

async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}

const add = (person: { name: string; email: string }, to = org) =>
  asOwner(db.database, to, (scope) => addAffiliate(scope, addAffiliateSchema.parse(person)));
const ada = { name: "Ada", email: "ada@example.com" };

describe("[AFF-03] adding an affiliate", () => {
  test("creates the affiliate as invited with a user, and emails a link that opens the portal", async () => {
    db.at("2026-03-01T10:00:00Z");
    const id = await add({ name: "  Ada Lovelace ", email: " Ada@Example.COM " });
    const [affiliate] = await rows("select a.*, m.user_id from affiliate a join membership m on m.affiliate_id = a.id");
    expect(affiliate).toMatchObject({
      id,
      org_id: org.orgId,
      name: "Ada Lovelace",
      email: "ada@example.com",
      status: "invited",
      created_by: org.owner.userId,
      created_at: new Date("2026-03-01T10:00:00Z"),
    });
    expect(await rows("select entity_id, actor from audit_log where action = 'affiliate.add'")).toEqual([
      { entity_id: id, actor: `member:${org.owner.userId}` },
    ]);

    expect(await db.runJobs()).toBe(1);
    expect(db.mails).toMatchObject([{ to: { name: "Ada Lovelace", address: "ada@example.com" } }]);
    const [, secret] = /\/link\/([\w-]+)/.exec(db.mails[0]!.text) ?? [];
    db.at("2026-03-01T10:59:59Z");
    const redeemed = await db.database.withIdentity((scope) => redeemLink(scope, secret!));
    expect(redeemed).toMatchObject({ purpose: "invite", userId: affiliate!["user_id"], orgId: org.orgId });
  });

  test("stores the link's secret in plain text neither in the queue nor in the database", async () => {
    await add(ada);
    const [job] = await db.jobs("mail.link");
    const secret = db.context.unseal(String(job!.payload["link"]));
    expect(secret.length).toBeGreaterThan(40);
    const [dump] = await rows<{ text: string }>(
      `select (select json_agg(t)::text from one_time_token t) || (select json_agg(j)::text
         from graphile_worker._private_jobs j) as text`,
    );
    expect(dump!.text).not.toContain(secret);
  });

  test("rejects an address that the organization already has, in any case", async () => {
    await add(ada);
    const mails = await db.jobs("mail.link");
    for (const email of ["ada@example.com", "ADA@EXAMPLE.COM"]) {
      const again = add({ name: "Somebody else", email });
      await expect(again).rejects.toMatchObject({ code: "affiliate_email_taken", field: "email" });
    }
    expect(await rows("select name from affiliate")).toEqual([{ name: "Ada" }]);
    expect(await db.jobs("mail.link")).toEqual(mails);
  });

  test("20 times concurrently creates one affiliate, one user and one email", async () => {
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => add(ada)));
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "affiliate_email_taken" });
    }
    expect(await rows("select 1 from affiliate")).toHaveLength(1);
    expect(await rows("select 1 from app_user where email = $1", ada.email)).toHaveLength(1);
    expect(await db.jobs("mail.link")).toHaveLength(1);
  });

  test("in two organizations uses one user, who keeps their name", async () => {
    const other = await createOrg(db.database);
    await add(ada);
    await add({ name: "A. Lovelace", email: ada.email }, other);
    expect(await rows("select name from app_user where email = $1", ada.email)).toEqual([{ name: "Ada" }]);
    const users = await rows<{ user_id: string }>("select user_id from membership where role = 'affiliate'");
    expect(new Set(users.map((row) => row.user_id)).size).toBe(1);
    expect(await asOwner(db.database, other, (scope) => listAffiliates(scope, {}))).toMatchObject({
      rows: [{ name: "A. Lovelace" }],
    });
  });

  test("to ten organizations concurrently creates one user", async () => {
    const orgs = await Promise.all(Array.from({ length: 10 }, () => createOrg(db.database)));
    await Promise.all(orgs.map((one) => add(ada, one)));
    expect(await rows("select 1 from affiliate")).toHaveLength(10);
    expect(await rows("select 1 from app_user where email = $1", ada.email)).toHaveLength(1);
  });

  test("leaves no user, link or email after a rollback", async () => {
    const attempt = asOwner(db.database, org, async (scope) => {
      await addAffiliate(scope, ada);
      throw new Error("power cut");
    });
    await expect(attempt).rejects.toThrow("power cut");
    expect(await rows("select 1 from affiliate")).toEqual([]);
    expect(await rows("select 1 from app_user where email = $1", ada.email)).toEqual([]);
    expect(await rows("select 1 from one_time_token where purpose = 'invite'")).toEqual([]);
    expect(await db.jobs()).toEqual([]);
  });

  test("is rejected for affiliates", async () => {
    const affiliate = await activeAffiliate(db.database, org);
    const attempt = asAffiliate(db.database, org, affiliate, (scope) => addAffiliate(scope, ada));
    await expect(attempt).rejects.toMatchObject({ code: "forbidden" });
    expect(await rows("select 1 from affiliate")).toHaveLength(1);
  });

  test("reports invalid fields with the specification's messages", async () => {
    const messages = (form: Record<string, unknown>) =>
      addAffiliateSchema.safeParse({ ...ada, ...form }).error?.issues.map((issue) => issue.message);
    expect(messages({ name: " " })).toEqual(["name_required"]);
    expect(messages({ name: undefined })).toEqual(["name_required"]);
    expect(messages({ name: "x".repeat(100) })).toBeUndefined();
    expect(messages({ name: "x".repeat(101) })).toEqual(["name_too_long"]);
    expect(messages({ email: "" })).toEqual(["email_required"]);
    expect(messages({ email: undefined })).toEqual(["email_required"]);
    for (const email of ["ada", "ada@", "@example.com", "ada@example", "a da@example.com", "ada@@example.com"]) {
      expect(messages({ email })).toEqual(["email_invalid"]);
    }
    expect(texts).toMatchObject({
      name_required: "Name ist erforderlich",
      name_too_long: "Name darf maximal 100 Zeichen lang sein",
      email_required: "E-Mail ist erforderlich",
      email_invalid: "Ungültige E-Mail-Adresse",
    });
  });
});

describe("[AFF-01] [AFF-02] the list", () => {
  type Filter = Parameters<typeof listAffiliates>[1];
  const list = (filter: Filter = {}, ...rest: [Order<AffiliateColumn>?, (string | null)?, number?]) =>
    asOwner(db.database, org, (scope) => listAffiliates(scope, filter, ...rest));
  const names = async (filter?: Filter) => (await list(filter)).rows.map((one) => one.name);

  test("searches name and address regardless of case and accents, and filters by status", async () => {
    const active = await activeAffiliate(db.database, org, {
      name: "Ärzte_100% GmbH",
      email: "post@aerzte.example",
    });
    await invitedAffiliate(db.database, org, { name: "Bob", email: "bob@example.com" });
    expect(await names()).toEqual([active.name, "Bob"]);
    expect(await names({ search: "äRZTE" })).toEqual([active.name]);
    expect(await names({ search: "arzte gmbh" })).toEqual([active.name]);
    expect(await names({ search: "AERZTE.EX" })).toEqual([active.name]);
    for (const sign of ["00%", "te_"]) expect(await names({ search: sign })).toEqual([active.name]);
    for (const sign of ["1%0", "Ä_z"]) expect(await names({ search: sign })).toEqual([]);
    expect(await names({ search: "\\" })).toEqual([]);
    expect(await names({ search: "b\0ob" })).toEqual(["Bob"]);
    expect(await names({ search: "nobody" })).toEqual([]);
    expect(await names({ status: "invited" })).toEqual(["Bob"]);
    expect(await names({ status: "invited", search: "arzte" })).toEqual([]);
    const counts = (filter: Filter) => asOwner(db.database, org, (scope) => countAffiliates(scope, filter));
    expect(await counts({})).toEqual({ active: 1, invited: 1, inactive: 0 });
    expect(await counts({ search: "bob" })).toEqual({ active: 0, invited: 1, inactive: 0 });
    expect(await counts({ status: "active" })).toEqual({ active: 1, invited: 0, inactive: 0 });
  });

  test("is empty for another organization and rejected for an affiliate", async () => {
    const affiliate = await activeAffiliate(db.database, org);
    const foreign = await createOrg(db.database);
    await asOwner(db.database, foreign, async (scope) => {
      expect((await listAffiliates(scope, {})).rows).toEqual([]);
      expect(await countAffiliates(scope)).toEqual({ active: 0, invited: 0, inactive: 0 });
      expect(await hasAffiliates(scope)).toBe(false);
    });
    for (const use of [(scope: Scope) => listAffiliates(scope, {}), countAffiliates, hasAffiliates]) {
      const attempt = asAffiliate<unknown>(db.database, org, affiliate, use);
      await expect(attempt).rejects.toMatchObject({ code: "forbidden" });
    }
  });

  test("is sorted within its sections, and its pages contain every affiliate once in both directions", async () => {
    const people = ["Zoë~1", "Ärger", "anna", "Anna", "Ångström", "Öztürk", "Ofen", "b a", "b~c", "Çelik"];
    for (const [index, name] of people.entries()) {
      // Two at a time have the same creation time.
      db.at(new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 2))));
      await invitedAffiliate(db.database, org, { name, email: `m~${9 - index}@example.com` });
    }
    const status = "case when name ~ '^[ÄaÅ]' then 'active' when name ~ '^b' then 'inactive' else status end";
    await rows(`update affiliate set status = ${status}`);
    const byName = (await list({}, { by: "name", direction: "asc" })).rows.map((row) => row.name);
    expect(byName).toEqual(
      [
        ["Ångström", "anna", "Ärger"],
        ["Anna", "Çelik", "Ofen", "Öztürk", "Zoë~1"],
        ["b a", "b~c"],
      ].flat(),
    );
    for (const by of affiliateColumns) {
      for (const direction of ["asc", "desc"] as const) {
        const order = { by, direction };
        const all = (await list({}, order)).rows.map((row) => row.id);
        expect(new Set(all).size).toBe(10);
        const walked: string[][] = [];
        let cursor: string | null = null;
        let last: Awaited<ReturnType<typeof list>>;
        do {
          last = await list({}, order, cursor, 3);
          walked.push(last.rows.map((row) => row.id));
          cursor = last.next;
        } while (cursor);
        expect(walked.flat()).toEqual(all);
        for (let page = walked.length - 2; page >= 0; page--) {
          last = await list({}, order, last.previous, 3);
          expect(last.rows.map((row) => row.id)).toEqual(walked[page]);
        }
        expect(last.previous).toBeNull();
        // A cursor of another list, or an invalid one, means the beginning.
        for (const strange of ["on~x~y", last.next!.replace("on~", "on~~")]) {
          expect((await list({}, order, strange, 3)).rows.map((row) => row.id)).toEqual(walked[0]);
        }
      }
    }
  });

  test("shows when an affiliate was invited and whether the link is still valid", async () => {
    db.at("2026-03-01T10:00:00Z");
    await add(ada);
    const invited = async () => (await list()).rows[0]!.invited;
    db.at("2026-03-01T10:59:59Z");
    const mail = { sentAt: "2026-03-01T10:00:00.000Z", validUntil: "2026-03-01T11:00:00.000Z" };
    expect(await invited()).toEqual({ ...mail, expired: false });
    db.at("2026-03-01T11:00:00Z");
    expect(await invited()).toEqual({ ...mail, expired: true });
  });
});
