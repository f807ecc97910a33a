import { expect, it } from "vitest";
import { eraseAccount, eraseMember } from "~/domain/members/erase-member.server";
import { removeMember } from "~/domain/members/remove-member.server";
import { setReplyTo } from "~/domain/organizations/set-reply-to.server";
import { action as erase } from "~/routes/_app.settings.members.$userId.erase";
import { sessionCookie } from "~/server/app-context.server";
import { activeAffiliate } from "../factories/affiliates";
import { addedLead } from "../factories/deals";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { call, useRoutes } from "../support/web";
import { makeDue, findTextInDatabase } from "../support/where-is";

const db = useDatabase();
useRoutes(db);

const NOBODY = "Erased person 4711";

/** Creates a member whom the organization's texts name. */
async function member(org: Org, name: string, email: string) {
  const person = await addMember(db.database, org, { email });
  await db.ownerPool.query("update app_user set name = $2 where id = $1", [person.userId, name]);
  await addedLead(db.database, org, { notes: `${name} knows them, ask ${email}.` });
  return person;
}

async function runErasure() {
  await makeDue(db, "person.erase");
  await db.runJobs();
}

const accounts = async (userId: string) =>
  (await db.ownerPool.query("select from app_user where id = $1", [userId])).rowCount;

it("[OPS-05] an erased member has no access and is named nowhere, and their actions stay", async () => {
  const org = await createOrg(db.database);
  const [name, email] = ["Tomasz Wróblewski", "tomasz@wroblewski.example"];
  const person = await member(org, name, email);
  await asOwner(db.database, org, (scope) => setReplyTo(scope, { replyTo: email }));
  const cookie = (await sessionCookie().serialize(await signIn(db.database, org.owner))).split(";")[0]!;
  const send = (typed: string, who = cookie) =>
    call(erase, `/settings/members/${person.userId}/erase`, {
      form: { name: typed },
      cookie: who,
      params: { userId: person.userId },
    });
  expect(await send("Somebody else")).toMatchObject({
    status: 422,
    body: { error: { name: ["erase_name_differs"] } },
  });
  const other = await addMember(db.database, org);
  const notOwner = (await sessionCookie().serialize(await signIn(db.database, other))).split(";")[0]!;
  expect(await send(name, notOwner)).toMatchObject({ status: 403 });
  expect(await send(name.toLowerCase())).toMatchObject({ status: 302 });
  const { rowCount } = await db.ownerPool.query("select from membership where user_id = $1", [person.userId]);
  expect(rowCount).toBe(0);
  await runErasure();
  expect({ name: await findTextInDatabase(db, name), email: await findTextInDatabase(db, email) }).toEqual({
    name: [],
    email: [],
  });
  expect(await accounts(person.userId)).toBe(0);
  const { rows } = await db.ownerPool.query("select notes from lead where org_id = $1 and notes is not null", [
    org.orgId,
  ]);
  expect(rows).toHaveLength(1);
  const log = await db.ownerPool.query(
    "select action, entity_id from audit_log where org_id = $1 and action like 'member.%' order by action",
    [org.orgId],
  );
  expect(log.rows).toEqual([
    { action: "member.erase", entity_id: person.userId },
    { action: "member.remove", entity_id: person.userId },
  ]);
});

it("[OPS-05] an erased member who is also an affiliate is erased as both, and keeps the account if they are a member elsewhere", async () => {
  const [org, elsewhere] = [await createOrg(db.database), await createOrg(db.database)];
  const [name, email] = ["Ilse Zweifach", "ilse@zweifach.example"];
  const affiliate = await activeAffiliate(db.database, org, { name, email });
  for (const { orgId } of [org, elsewhere])
    await db.ownerPool.query("insert into membership (org_id, user_id, role) values ($1, $2, 'member')", [
      orgId,
      affiliate.userId,
    ]);
  await asOwner(db.database, org, (scope) => eraseMember(scope, affiliate.userId, { name, nobody: NOBODY }));
  await runErasure();
  const { rows } = await db.ownerPool.query("select name, status from affiliate where id = $1", [
    affiliate.affiliateId,
  ]);
  expect(rows).toEqual([{ name: NOBODY, status: "inactive" }]);
  expect(await accounts(affiliate.userId)).toBe(1);
  const left = await db.ownerPool.query("select org_id from membership where user_id = $1", [affiliate.userId]);
  expect(left.rows).toEqual([{ org_id: elsewhere.orgId }]);
});

it("[OPS-05] a member who is an affiliate under another name is erased under both", async () => {
  const org = await createOrg(db.database);
  const [account, called] = ["Wanda Konto", "Wanda Partner"];
  const affiliate = await activeAffiliate(db.database, org, { name: called, email: "wanda@konto.example" });
  await db.ownerPool.query("update app_user set name = $2 where id = $1", [affiliate.userId, account]);
  await db.ownerPool.query("insert into membership (org_id, user_id, role) values ($1, $2, 'member')", [
    org.orgId,
    affiliate.userId,
  ]);
  await addedLead(db.database, org, { notes: `${account}, also ${called}` });
  const actor = { kind: "member", userId: affiliate.userId, role: "member", isProven: true } as const;
  await db.database.withOrg(org.orgId, actor, (scope) =>
    eraseMember(scope, affiliate.userId, { name: account, nobody: NOBODY }),
  );
  await runErasure();
  for (const text of [account, called, "wanda@konto.example"])
    expect(await findTextInDatabase(db, text), text).toEqual([]);
});

it("[OPS-05] members can erase themselves except the last owner, and former members can be erased", async () => {
  const org = await createOrg(db.database);
  const own = await member(org, "Sina Selbst", "sina@selbst.example");
  await db.database.withOrg(org.orgId, own.actor, (scope) =>
    eraseMember(scope, own.userId, { name: "Sina Selbst", nobody: NOBODY }),
  );
  const { userId } = org.owner;
  const { rows } = await db.ownerPool.query<{ name: string }>("select name from app_user where id = $1", [userId]);
  const typed = { name: rows[0]!.name, nobody: NOBODY };
  await expect(asOwner(db.database, org, (scope) => eraseMember(scope, userId, typed))).rejects.toMatchObject({
    code: "last_owner",
  });
  const operator = db.database.withOrg(org.orgId, { kind: "operator" }, (scope) => eraseMember(scope, userId, typed));
  await expect(operator).rejects.toMatchObject({ code: "last_owner" });

  const [name, email] = ["Fritz Ehemalig", "fritz@ehemalig.example"];
  const former = await member(org, name, email);
  await asOwner(db.database, org, (scope) => removeMember(scope, former.userId));
  await db.database.withOrg(org.orgId, { kind: "operator" }, (scope) =>
    eraseAccount(scope, { userId: former.userId, name, email, nobody: NOBODY }),
  );
  await runErasure();
  expect({ name: await findTextInDatabase(db, name), email: await findTextInDatabase(db, email) }).toEqual({
    name: [],
    email: [],
  });
  for (const gone of [former, own]) expect(await accounts(gone.userId)).toBe(0);
  expect(await findTextInDatabase(db, "sina@selbst.example")).toEqual([]);
});
