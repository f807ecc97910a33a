import { beforeEach, describe, expect, test } from "vitest";
import texts from "~/i18n/de/errors.json";
import { addAffiliate } from "~/domain/affiliates/add-affiliate.server";
import { addAffiliateSchema } from "~/domain/affiliates/affiliate.schema";
import { listAffiliates } from "~/domain/affiliates/list-affiliates.server";
import { redeemLink } from "~/domain/identity/redeem-link.server";
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
  test("creates them as invited, with the person, and mails a link that opens their portal", async () => {
    db.at("2026-03-01T10:00:00Z");
    const id = await add({ name: "  Ada Lovelace ", email: " Ada@Example.COM " });
    const [affiliate] = await rows("select * from affiliate");
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

  test("neither queue nor database hold the link's secret in clear", async () => {
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

  test("the same address twice in one organisation is refused, in whatever case", async () => {
    await add(ada);
    const mails = await db.jobs("mail.link");
    for (const email of ["ada@example.com", "ADA@EXAMPLE.COM"]) {
      const again = add({ name: "Somebody else", email });
      await expect(again).rejects.toMatchObject({ code: "affiliate_email_taken", field: "email" });
    }
    expect(await rows("select name from affiliate")).toEqual([{ name: "Ada" }]);
    expect(await db.jobs("mail.link")).toEqual(mails);
  });

  test("20 times at once makes one affiliate, one person and one mail", async () => {
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => add(ada)));
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected")
        expect(result.reason).toMatchObject({ code: "affiliate_email_taken" });
    }
    expect(await rows("select 1 from affiliate")).toHaveLength(1);
    expect(await rows("select 1 from app_user where email = $1", ada.email)).toHaveLength(1);
    expect(await db.jobs("mail.link")).toHaveLength(1);
  });

  test("one person may be an affiliate of two organisations, and keeps their own name", async () => {
    const other = await createOrg(db.database);
    await add(ada);
    await add({ name: "A. Lovelace", email: ada.email }, other);
    expect(await rows("select name from app_user where email = $1", ada.email)).toEqual([{ name: "Ada" }]);
    const users = await rows<{ user_id: string }>("select user_id from affiliate");
    expect(new Set(users.map((row) => row.user_id)).size).toBe(1);
    expect(await asOwner(db.database, other, (scope) => listAffiliates(scope, {}))).toMatchObject([
      { name: "A. Lovelace" },
    ]);
  });

  test("added at once to ten organisations, it is still one person", async () => {
    const orgs = await Promise.all(Array.from({ length: 10 }, () => createOrg(db.database)));
    await Promise.all(orgs.map((one) => add(ada, one)));
    expect(await rows("select 1 from affiliate")).toHaveLength(10);
    expect(await rows("select 1 from app_user where email = $1", ada.email)).toHaveLength(1);
  });

  test("what is rolled back leaves no person, no link and no mail", async () => {
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

  test("an affiliate may not add others", async () => {
    const affiliate = await activeAffiliate(db.database, org);
    const attempt = asAffiliate(db.database, org, affiliate, (scope) => addAffiliate(scope, ada));
    await expect(attempt).rejects.toMatchObject({ code: "forbidden" });
    expect(await rows("select 1 from affiliate")).toHaveLength(1);
  });

  test("what the form refuses, in the specification's words", async () => {
    const messages = (form: Record<string, unknown>) =>
      addAffiliateSchema.safeParse({ ...ada, ...form }).error?.issues.map((issue) => issue.message);
    expect(messages({ name: " " })).toEqual(["name_required"]);
    expect(messages({ name: undefined })).toEqual(["name_required"]);
    expect(messages({ name: "x".repeat(100) })).toBeUndefined();
    expect(messages({ name: "x".repeat(101) })).toEqual(["name_too_long"]);
    expect(messages({ email: "" })).toEqual(["email_required"]);
    expect(messages({ email: undefined })).toEqual(["email_required"]);
    for (const email of [
      "ada",
      "ada@",
      "@example.com",
      "ada@example",
      "a da@example.com",
      "ada@@example.com",
    ]) {
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

describe("[AFF-01] the list", () => {
  test("searches name and address without regard to case, takes % and _ as they are, filters by status", async () => {
    const active = await activeAffiliate(db.database, org, {
      name: "Ärzte_100% GmbH",
      email: "post@aerzte.example",
    });
    await invitedAffiliate(db.database, org, { name: "Bob", email: "bob@example.com" });
    const found = async (filter: Parameters<typeof listAffiliates>[1]) =>
      (await asOwner(db.database, org, (scope) => listAffiliates(scope, filter))).map((one) => one.name);
    expect(await found({})).toEqual(["Bob", active.name]);
    expect(await found({ search: "äRZTE" })).toEqual([active.name]);
    expect(await found({ search: "AERZTE.EX" })).toEqual([active.name]);
    expect(await found({ search: "%" })).toEqual([active.name]);
    expect(await found({ search: "_" })).toEqual([active.name]);
    expect(await found({ search: "\\" })).toEqual([]);
    expect(await found({ search: "b\0ob" })).toEqual(["Bob"]);
    expect(await found({ search: "nobody" })).toEqual([]);
    expect(await found({ status: "invited" })).toEqual(["Bob"]);
    expect(await found({ status: "active", search: "b" })).toEqual(
      [active.name].filter((name) => name.includes("b")),
    );
  });
});
