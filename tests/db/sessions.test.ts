import { expect, it } from "vitest";
import { MAX_SESSIONS } from "~/domain/identity/most-sessions";
import { endSession, readSession } from "~/domain/identity/session.server";
import { activeAffiliate, invitedAffiliate } from "../factories/affiliates";
import { addMember, asOwner, createOrg } from "../factories/organizations";
import { createUser, signIn } from "../factories/people";
import { useDatabase } from "../support/database";

const db = useDatabase();
const START = new Date("2026-03-01T12:00:00Z");
const DAY = 24 * 60 * 60;
const atSecond = (seconds: number) => db.at(new Date(START.getTime() + seconds * 1000));

const read = (secret: string) => db.database.withIdentity((scope) => readSession(scope, secret));

async function sessionRows(): Promise<Record<string, unknown>[]> {
  return (await db.ownerPool.query<Record<string, unknown>>("select * from session order by created_at, id_hash")).rows;
}

it("[AUTH-08] a session is stored with its hash only and identifies its user", async () => {
  atSecond(0);
  const person = await createUser(db.database, { name: "Ann" });
  const secret = await signIn(db.database, person);
  expect(Buffer.from(secret, "base64url")).toHaveLength(32);
  const rows = await sessionRows();
  expect(rows).toMatchObject([{ user_id: person.userId, door: "staff", user_agent: "vitest", ip: "127.0.0.1" }]);
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(await read(secret)).toMatchObject({
    id: person.userId,
    email: person.email,
    name: "Ann",
    door: "staff",
  });
  for (const other of ["", secret.slice(1), String(rows[0]!["id_hash"])]) expect(await read(other)).toBeNull();
});

it("[AUTH-08] a user has at most 50 sessions, and a further one ends the least recently used", async () => {
  const [person, other] = [await createUser(db.database), await createUser(db.database)];
  atSecond(0);
  const theirs = await signIn(db.database, other);
  const secrets: string[] = [];
  for (let at = 0; at < MAX_SESSIONS; at++) {
    atSecond(at);
    secrets.push(await signIn(db.database, person));
  }
  atSecond(2 * 60 * 60);
  expect(await read(secrets[0]!)).not.toBeNull();
  const further = await signIn(db.database, person);
  expect(await read(secrets[1]!)).toBeNull();
  for (const secret of [secrets[0]!, secrets[2]!, further, theirs]) expect(await read(secret)).not.toBeNull();
});

it("[AUTH-08] a session ends 14 days after its last use, and 30 days after its start at the latest", async () => {
  atSecond(0);
  const used = await signIn(db.database, await createUser(db.database));
  const unused = await signIn(db.database, await createUser(db.database));
  atSecond(14 * DAY - 1);
  expect(await read(used)).not.toBeNull();
  atSecond(14 * DAY);
  expect(await read(unused)).toBeNull();
  expect(await read(used)).not.toBeNull();
  // Reading an ended session does not revive it.
  expect(await read(unused)).toBeNull();
  atSecond(27 * DAY);
  expect(await read(used)).not.toBeNull();
  atSecond(30 * DAY - 1);
  expect(await read(used)).not.toBeNull();
  atSecond(30 * DAY);
  expect(await read(used)).toBeNull();
  const ends = (await sessionRows()).map((row) => row["expires_at"]);
  expect(ends).toContainEqual(new Date(START.getTime() + 30 * DAY * 1000));
});

it("[AUTH-08] reading a session within an hour writes nothing", async () => {
  atSecond(0);
  const secret = await signIn(db.database, await createUser(db.database));
  const before = await sessionRows();
  atSecond(60 * 60);
  await read(secret);
  expect(await sessionRows()).toEqual(before);
  atSecond(60 * 60 + 1);
  await read(secret);
  expect(await sessionRows()).not.toEqual(before);
});

it("[AUTH-08] ending a session keeps the user's other sessions", async () => {
  atSecond(0);
  const person = await createUser(db.database);
  const [desk, phone] = [await signIn(db.database, person), await signIn(db.database, person)];
  await db.database.withIdentity((scope) => endSession(scope, desk));
  expect(await read(desk)).toBeNull();
  expect(await read(phone)).not.toBeNull();
  await db.database.withIdentity((scope) => endSession(scope, desk));
});

it("[AUTH-08] a session opens what the user may access now", async () => {
  atSecond(0);
  const org = await createOrg(db.database);
  const member = await addMember(db.database, org);
  const secret = await signIn(db.database, member);
  expect(await read(secret)).toMatchObject({
    membership: { orgId: org.orgId, role: "member" },
    affiliation: null,
  });

  await asOwner(db.database, org, (scope) =>
    scope.db.membership.updateMany({ where: { userId: member.userId }, data: { role: "owner" } }),
  );
  expect(await read(secret)).toMatchObject({ membership: { role: "owner" } });

  const affiliate = await invitedAffiliate(db.database, org, { email: member.email });
  expect(await read(secret)).toMatchObject({
    membership: { orgId: org.orgId },
    affiliation: { orgId: org.orgId, affiliateId: affiliate.affiliateId },
  });

  await asOwner(db.database, org, (scope) => scope.db.membership.deleteMany({ where: { userId: member.userId } }));
  expect(await read(secret)).toMatchObject({ membership: null });
});

it("[AUTH-08] a session opens its own organization if the user belongs to it, else the user's first one", async () => {
  atSecond(0);
  const [first, second, foreign] = [
    await createOrg(db.database),
    await createOrg(db.database),
    await createOrg(db.database),
  ];
  const person = await addMember(db.database, first);
  atSecond(1);
  await asOwner(db.database, second, (scope) =>
    scope.db.membership.create({ data: { userId: person.userId, role: "owner", createdAt: scope.now } }),
  );
  const { affiliateId: here } = await activeAffiliate(db.database, first, { email: person.email });
  atSecond(2);
  const { affiliateId: there } = await activeAffiliate(db.database, second, { email: person.email });

  const secret = await signIn(db.database, person, { door: "affiliate", affiliateOrgId: second.orgId });
  const choose = (orgId: string, affiliateOrgId: string) =>
    db.database.withIdentity((scope) =>
      scope.db.session.updateMany({ where: { userId: person.userId }, data: { orgId, affiliateOrgId } }),
    );
  expect(await read(secret)).toMatchObject({
    door: "affiliate",
    membership: { orgId: first.orgId, role: "member" },
    affiliation: { orgId: second.orgId, affiliateId: there },
  });
  await choose(second.orgId, first.orgId);
  expect(await read(secret)).toMatchObject({
    membership: { orgId: second.orgId, role: "owner" },
    affiliation: { orgId: first.orgId, affiliateId: here },
  });
  await choose(foreign.orgId, foreign.orgId);
  expect(await read(secret)).toMatchObject({
    membership: { orgId: first.orgId },
    affiliation: { orgId: first.orgId, affiliateId: here },
  });
});
