import { beforeEach, describe, expect, it } from "vitest";
import { loader as leads } from "~/routes/_app.leads/route";
import { loader as onboarding } from "~/routes/_site.onboarding";
import { action as remove, loader as page } from "~/routes/_site.second-factor.delete";
import { issueLink } from "~/domain/identity/issue-link.server";
import { createApiKey } from "~/domain/api-keys/create-api-key.server";
import { addedLead, oneTimeDeal } from "../factories/deals";
import { activeAffiliate, withTerms } from "../factories/affiliates";
import { addMember, createOrg, type Org } from "../factories/organizations";
import { createUser } from "../factories/people";
import { accountsOf } from "../support/accounts";
import { useDatabase, untilBlocked } from "../support/database";
import { call, cookieOf, useRoutes } from "../support/web";
import { makeDue, findTextInDatabase } from "../support/where-is";

// Users delete their own account through the page.

const db = useDatabase();
useRoutes(db);
const { one, accounts, worksIn, logOf, mailsOf } = accountsOf(db);

/** The user has just entered their password. */
const proven = { isProven: true };
let org: Org;
beforeEach(async () => {
  org = await createOrg(db.database);
  await db.runJobs();
  db.mails.length = 0;
});

const joins = (to: Org, userId: string, role = "member") =>
  db.ownerPool.query("insert into membership (org_id, user_id, role) values ($1, $2, $3)", [to.orgId, userId, role]);
const send = (cookie: string, name: string) => call(remove, "/second-factor/delete", { cookie, form: { name } });

describe("[WORK-13] [OPS-05] deleting one's account", () => {
  it("deletes all sign-in data and memberships, and keeps the user's actions", async () => {
    const [name, email] = ["Tomasz Wróblewski", "tomasz@wroblewski.example"];
    const second = await createOrg(db.database);
    const person = await addMember(db.database, org, { email });
    await db.ownerPool.query("update app_user set name = $2, password_hash = 'x' where id = $1", [person.userId, name]);
    await joins(second, person.userId, "owner");
    await db.ownerPool.query("update membership set role = 'owner' where user_id = $1", [person.userId]);
    const actor = { kind: "member", userId: person.userId, role: "owner", isProven: true } as const;
    await db.database.withOrg(org.orgId, actor, (scope) =>
      createApiKey(scope, { name: "CRM", access: "read", lifetime: "never" }),
    );
    await addedLead(db.database, org, { notes: `${name} knows them, ask ${email}.` });
    await db.database.withIdentity((scope) =>
      issueLink(scope, { purpose: "reset", userId: person.userId, language: "en" }),
    );
    await mailsOf();
    expect((await send(await cookieOf(db, person, { isProven: false }), name)).status).toBe(403);
    const [cookie, other] = [await cookieOf(db, person, proven), await cookieOf(db, person, proven)];
    const shown = await call(page, "/second-factor/delete", { cookie });
    expect(shown.body).toMatchObject({ work: [{}, {}] });

    expect(await send(cookie, "Somebody else")).toMatchObject({
      status: 422,
      body: { error: { name: ["erase_name_differs"] } },
    });
    expect(await worksIn(person.userId)).toHaveLength(2);
    expect(await send(cookie, name.toUpperCase())).toMatchObject({ status: 302, to: "/" });

    // Immediately, before any job.
    expect(await accounts(person.userId)).toEqual([]);
    for (const table of ["session", "one_time_token", "membership"])
      expect(await one(`select 1 as value from ${table} where user_id = $1`, person.userId)).toEqual([]);
    for (const ended of [cookie, other]) expect((await call(leads, "/leads", { cookie: ended })).to).toContain("/auth");
    for (const at of [org, second])
      expect(await logOf(at, "member.%")).toEqual([
        `member.erase member:${person.userId}`,
        `member.leave member:${person.userId}`,
      ]);
    expect(await one("select name as value from api_key where org_id = $1 and revoked_at is null", org.orgId)).toEqual([
      "CRM",
    ]);
    const mails = await mailsOf();
    expect(mails).toContainEqual(expect.stringContaining(`${email}: Your account is deleted`));
    for (const { owner } of [org, second])
      expect(mails).toContainEqual(expect.stringMatching(new RegExp(`^${owner.email}: .*(left the team|verlassen)`)));

    await makeDue(db, "person.erase");
    await db.runJobs();
    expect({ name: await findTextInDatabase(db, name), email: await findTextInDatabase(db, email) }).toEqual({
      name: [],
      email: [],
    });
    expect(await one("select 1 as value from lead where org_id = $1 and notes is not null", org.orgId)).toHaveLength(1);
  });

  it("is rejected with no changes while an organization would have no owner", async () => {
    const second = await createOrg(db.database);
    await joins(second, org.owner.userId, "owner");
    const cookie = await cookieOf(db, org.owner, proven);
    const shown = await call(page, "/second-factor/delete", {
      cookie,
    });
    expect(shown.body).toMatchObject({ work: [{ isLastOwner: true, isAlone: true }, {}] });
    expect(await send(cookie, org.owner.name)).toMatchObject({ status: 409 });
    expect(await worksIn(org.owner.userId)).toHaveLength(2);
    expect(await logOf(second, "member.%")).toEqual([]);
    expect((await call(leads, "/leads", { cookie })).to).toBeNull();
    expect(await mailsOf()).toEqual([]);
  });

  it("concurrently as two owners keeps one of them", async () => {
    const other = await createUser(db.database);
    await joins(org, other.userId, "owner");
    const both = [org.owner, other];
    const cookies = await Promise.all(both.map((owner) => cookieOf(db, owner, proven)));
    // Both requests are blocked before either user has left.
    const held = await db.ownerPool.connect();
    await held.query("begin");
    await held.query("select 1 from membership where org_id = $1 for update", [org.orgId]);
    const sent = both.map(({ name }, at) => send(cookies[at]!, name));
    await untilBlocked(db.ownerPool, 2);
    await held.query("commit");
    held.release();
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    const stayed = both[answers.findIndex(({ status }) => status === 409)]!;
    expect(await one("select user_id as value from membership where org_id = $1", org.orgId)).toEqual([stayed.userId]);
    expect(await accounts(stayed.userId)).toHaveLength(1);
  });

  it("twice concurrently deletes it once", async () => {
    const person = await addMember(db.database, org);
    const [name] = await one<string>("select name as value from app_user where id = $1", person.userId);
    const cookie = await cookieOf(db, person, proven);
    const answers = await Promise.all([send(cookie, name!), send(cookie, name!)]);
    expect(answers.map(({ status }) => status)).toContain(302);
    for (const { status } of answers) expect(status).toBeLessThan(500);
    expect(await accounts(person.userId)).toEqual([]);
    expect(await logOf(org, "member.leave")).toHaveLength(1);
  });

  it("works without an organization and after an interruption, and affiliates keep what they are owed", async () => {
    const person = await createUser(db.database);
    const cookie = await cookieOf(db, person, proven);
    expect((await call(onboarding, "/onboarding", { cookie })).body).toMatchObject({ isAffiliate: false });
    expect(await send(cookie, person.name)).toMatchObject({ status: 302 });
    expect(await accounts(person.userId)).toEqual([]);

    const affiliate = await activeAffiliate(db.database, org);
    await withTerms(db.database, org, affiliate);
    await oneTimeDeal(db.database, org, affiliate);
    const elsewhere = await createOrg(db.database);
    // Members there, and also where they are an affiliate; what names the affiliate stays.
    for (const at of [elsewhere, org]) await joins(at, affiliate.userId);
    const [name] = await one<string>("select name as value from app_user where id = $1", affiliate.userId);
    expect(await send(await cookieOf(db, affiliate, proven), name!)).toMatchObject({ status: 302 });
    expect(await accounts(affiliate.userId)).toEqual([]);
    const known = await one(
      "select status || ' ' || email as value from affiliate where id = $1",
      affiliate.affiliateId,
    );
    expect(known).toEqual([`inactive ${affiliate.email}`]);
    // Only where they were only members are they erased.
    const erased = await db.jobs("person.erase");
    expect(erased.map(({ payload }) => (payload as { org_id: string }).org_id)).toContain(elsewhere.orgId);
    expect(erased.map(({ payload }) => (payload as { org_id: string }).org_id)).not.toContain(org.orgId);
    await makeDue(db, "person.erase");
    await db.runJobs();
    expect(await one("select email as value from affiliate where id = $1", affiliate.affiliateId)).toEqual([
      affiliate.email,
    ]);
  });
});
