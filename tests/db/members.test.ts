import { beforeEach, describe, expect, test } from "vitest";
import { listAudit } from "~/domain/audit/list-audit.server";
import { readSession } from "~/domain/identity/session.server";
import { switchOrganization } from "~/domain/identity/switch-organization.server";
import { changeRole } from "~/domain/members/change-role.server";
import { handOver } from "~/domain/members/hand-over.server";
import { inviteMember } from "~/domain/members/invite-member.server";
import { listInvitations, readMembers } from "~/domain/members/list-members.server";
import { removeMember } from "~/domain/members/remove-member.server";
import { resendInvitation } from "~/domain/members/resend-invitation.server";
import { revokeInvitation } from "~/domain/members/revoke-invitation.server";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate } from "../factories/affiliates";
import { addMember, asOwner, createOrg, type Member, type Org } from "../factories/organizations";
import { createUser, signIn } from "../factories/people";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
const NOON = Date.parse("2026-03-01T12:00:00Z");
const atSecond = (seconds: number) => db.at(new Date(NOON + seconds * 1000));
let org: Org;
let max: Member;

beforeEach(async () => {
  atSecond(0);
  org = await createOrg(db.database, { name: "Nordlicht" });
  max = await addMember(db.database, org, { email: "max@example.com" });
});

const as = <T>({ actor }: Pick<Member, "actor">, use: (scope: Scope) => Promise<T>) =>
  db.database.withOrg(org.orgId, actor, use);
const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const invite = (email = "new@example.com", role: "owner" | "member" = "member") =>
  owner((scope) => inviteMember(scope, { email, role }, "de"));
const rolesOf = async () => Object.fromEntries((await owner(readMembers)).map(({ email, role }) => [email, role]));
const session = (secret: string) => db.database.withIdentity((scope) => readSession(scope, secret));
const log = async () =>
  (await owner((scope) => listAudit(scope, { cursor: null }))).rows
    .filter(({ action }) => action.startsWith("member."))
    .map(({ action, subject, actor }) => [action, subject, actor.name]);

describe("[ORG-05] invitations of members", () => {
  test("[ORG-05] are emailed with their own link, stored as a hash", async () => {
    await invite();
    expect(await db.runJobs()).toBe(1);
    const [mail] = db.mails;
    expect(mail!.to.address).toBe("new@example.com");
    expect(mail!.subject).toBe("Nordlicht lädt Sie ins Team ein");
    expect(mail!.text).toMatch(/^Guten Tag,\n/);
    const secret = /\/link\/([0-9a-f]{32}\.[\w-]{43})\/join/.exec(mail!.text)?.[1];
    const dump = await db.ownerPool.query<{ text: string }>(
      `select (select json_agg(t)::text from member_invitation t) || (select json_agg(a)::text from audit_log a)
         || coalesce((select json_agg(j)::text from graphile_worker._private_jobs j), '') as text`,
    );
    expect(dump.rows[0]!.text).not.toContain(secret);
    expect(await log()).toEqual([["member.invite", "new@example.com", org.owner.name]]);
  });

  test("[ORG-05] can be resent once a minute, report when, and only the last link works", async () => {
    const id = await invite();
    await db.runJobs();
    atSecond(20);
    const again = () => owner((scope) => resendInvitation(scope, id));
    await expect(again()).rejects.toMatchObject({ code: "invitation_too_soon", params: { seconds: 40 } });
    const [open] = await owner(listInvitations);
    expect(open).toMatchObject({ againAt: new Date(NOON + 60_000), expired: false });
    atSecond(60);
    const results = await Promise.allSettled(Array.from({ length: 10 }, again));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db.runJobs()).toBe(1);
    expect(db.mails).toHaveLength(2);
    const { rows } = await db.ownerPool.query("select 1 from member_invitation");
    expect(rows).toHaveLength(1);
    // Revoking and inviting again does not shorten the wait.
    await owner((scope) => revokeInvitation(scope, id));
    await expect(invite()).rejects.toMatchObject({ code: "invitation_too_soon" });
    atSecond(120);
    await invite();
    expect((await log()).map(([action]) => action)).toEqual([
      "member.invite",
      "member.revoke",
      "member.invite_again",
      "member.invite",
    ]);
  });

  test("[ORG-05] are limited to one per address, also concurrently, and rejected for members", async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => invite()));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(invite()).rejects.toMatchObject({ code: "member_invited", field: "email" });
    await expect(invite(max.email)).rejects.toMatchObject({ code: "member_exists", field: "email" });
    expect(await owner(listInvitations)).toHaveLength(1);
  });

  test("[ORG-05] are not emailed if the link was replaced or revoked before", async () => {
    const id = await invite();
    atSecond(60);
    await owner((scope) => resendInvitation(scope, id));
    await owner((scope) => revokeInvitation(scope, id));
    await db.runJobs();
    expect(db.mails).toEqual([]);
  });
});

describe("[ORG-05] permissions", () => {
  test("[ORG-05] allow members to see the team and leave, and owners everything else", async () => {
    const id = await invite();
    const uses: ((scope: Scope) => Promise<unknown>)[] = [
      (scope) => inviteMember(scope, { email: "other@example.com", role: "member" }),
      (scope) => resendInvitation(scope, id),
      (scope) => revokeInvitation(scope, id),
      (scope) => changeRole(scope, max.userId, "owner"),
      (scope) => handOver(scope, max.userId),
      (scope) => removeMember(scope, org.owner.userId),
      listInvitations,
    ];
    const affiliate = await activeAffiliate(db.database, org);
    for (const use of uses) {
      await expect(as(max, use)).rejects.toMatchObject({ code: "forbidden" });
      await expect(asAffiliate(db.database, org, affiliate, use)).rejects.toMatchObject({
        code: "forbidden",
      });
    }
    expect(await as(max, readMembers)).toHaveLength(2);
    await expect(asAffiliate(db.database, org, affiliate, readMembers)).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  test("[ORG-05] [ORG-07] hide members and invitations of other organizations", async () => {
    const id = await invite();
    const other = await createOrg(db.database);
    const foreign = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, other, use);
    const uses: ((scope: Scope) => Promise<unknown>)[] = [
      (scope) => resendInvitation(scope, id),
      (scope) => revokeInvitation(scope, id),
      (scope) => changeRole(scope, max.userId, "owner"),
      (scope) => removeMember(scope, max.userId),
      (scope) => handOver(scope, max.userId),
    ];
    for (const use of uses) {
      await expect(foreign(use)).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await foreign(listInvitations)).toEqual([]);
    expect(await foreign(readMembers)).toMatchObject([{ email: other.owner.email }]);
    const secret = await signIn(db.database, max);
    await foreign((scope) => scope.db.$queryRaw`select 1 from app.end_sessions(${max.userId}::uuid)`);
    expect(await session(secret)).not.toBeNull();
  });

  test("[ORG-05] are checked against the current role, not that of the request", async () => {
    await owner((scope) => handOver(scope, max.userId));
    expect(await rolesOf()).toEqual({ [org.owner.email]: "member", [max.email]: "owner" });
    await expect(invite()).rejects.toMatchObject({ code: "forbidden" });
    await expect(owner((scope) => removeMember(scope, max.userId))).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  test("[ORG-05] prevent removing, demoting and leaving of the last owner", async () => {
    const { userId } = org.owner;
    await expect(owner((scope) => removeMember(scope, userId))).rejects.toMatchObject({ code: "last_owner" });
    await expect(owner((scope) => changeRole(scope, userId, "member"))).rejects.toMatchObject({
      code: "last_owner",
    });
    await expect(owner((scope) => handOver(scope, userId))).rejects.toMatchObject({ code: "not_found" });
    await owner((scope) => changeRole(scope, max.userId, "owner"));
    await owner((scope) => removeMember(scope, userId));
    expect((await as(max, readMembers)).map(({ email }) => email)).toEqual([max.email]);
  });

  test("[ORG-05] are recorded, and entries identify people after they have left", async () => {
    await owner((scope) => changeRole(scope, max.userId, "owner"));
    await owner((scope) => changeRole(scope, max.userId, "member"));
    const ida = await addMember(db.database, org, { email: "ida@example.com" });
    await owner((scope) => removeMember(scope, ida.userId));
    await as(max, (scope) => removeMember(scope, max.userId));
    expect(await log()).toEqual([
      ["member.leave", max.email, null],
      ["member.remove", ida.email, org.owner.name],
      ["member.change_role", max.email, org.owner.name],
      ["member.change_role", max.email, org.owner.name],
    ]);
  });
});

describe("[ORG-05] the sessions of a removed member", () => {
  test("[ORG-05] end immediately in this organization, and nowhere else", async () => {
    const other = await createOrg(db.database);
    await asOwner(db.database, other, (scope) =>
      scope.db.membership.create({
        data: { userId: max.userId, role: "member", createdAt: new Date(NOON + 1000) },
      }),
    );
    const affiliate = await activeAffiliate(db.database, org, { email: max.email });
    const here = await signIn(db.database, max);
    const there = await signIn(db.database, max);
    await db.database.withIdentity((scope) => switchOrganization(scope, there, other.orgId));
    const portal = await signIn(db.database, max, { door: "affiliate", affiliateOrgId: org.orgId });
    const somebody = await signIn(db.database, org.owner);

    await owner((scope) => removeMember(scope, max.userId));
    expect(await session(here)).toBeNull();
    expect(await session(there)).toMatchObject({ membership: { orgId: other.orgId } });
    expect(await session(portal)).toMatchObject({
      affiliation: { affiliateId: affiliate.affiliateId },
      membership: { orgId: other.orgId },
    });
    expect(await session(somebody)).not.toBeNull();
  });

  test("[AUTH-05] could switch between the organizations of the user, and to no other", async () => {
    const [second, foreign] = [await createOrg(db.database), await createOrg(db.database)];
    await asOwner(db.database, second, (scope) =>
      scope.db.membership.create({
        data: { userId: max.userId, role: "owner", createdAt: new Date(NOON + 1000) },
      }),
    );
    const secret = await signIn(db.database, max);
    const to = (orgId: string) => db.database.withIdentity((scope) => switchOrganization(scope, secret, orgId));
    expect(await session(secret)).toMatchObject({ membership: { orgId: org.orgId, role: "member" } });
    await to(second.orgId);
    expect(await session(secret)).toMatchObject({ membership: { orgId: second.orgId, role: "owner" } });
    await expect(to(foreign.orgId)).rejects.toMatchObject({ code: "not_found" });
    await to(org.orgId);
    expect(await session(secret)).toMatchObject({ membership: { orgId: org.orgId } });
  });
});

describe("[ORG-05] concurrent changes of members", () => {
  test("[ORG-05] in which two owners demote or remove each other leave one owner", async () => {
    for (let round = 0; round < 10; round++) {
      const agency = await createOrg(db.database);
      const second = await addMember(db.database, agency, { role: "owner" });
      const by = (actor: Member["actor"], use: (scope: Scope) => Promise<void>) =>
        db.database.withOrg(agency.orgId, actor, use);
      const change = (scope: Scope, userId: string) =>
        round % 2 ? changeRole(scope, userId, "member") : removeMember(scope, userId);
      const results = await Promise.allSettled([
        by(agency.owner.actor, (scope) => change(scope, second.userId)),
        by(second.actor, (scope) => change(scope, agency.owner.userId)),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const { rows } = await db.ownerPool.query("select 1 from membership where org_id = $1 and role = 'owner'", [
        agency.orgId,
      ]);
      expect(rows).toHaveLength(1);
    }
  });

  test("[ORG-05] that transfer the organization and remove the old owner leave an owner", async () => {
    for (let round = 0; round < 10; round++) {
      const agency = await createOrg(db.database);
      const heir = await addMember(db.database, agency);
      const third = await addMember(db.database, agency, { role: "owner" });
      const results = await Promise.allSettled([
        asOwner(db.database, agency, (scope) => handOver(scope, heir.userId)),
        db.database.withOrg(agency.orgId, third.actor, (scope) => removeMember(scope, agency.owner.userId)),
      ]);
      const { rows } = await db.ownerPool.query<{ user_id: string; role: string }>(
        "select user_id, role from membership where org_id = $1",
        [agency.orgId],
      );
      const role = Object.fromEntries(rows.map((row) => [row.user_id, row.role]));
      expect(results[1].status).toBe("fulfilled");
      expect(role[agency.owner.userId]).toBeUndefined();
      expect(role[third.userId]).toBe("owner");
      // Rejected if the removal came first.
      expect(role[heir.userId]).toBe(results[0].status === "fulfilled" ? "owner" : "member");
      expect(rows).toHaveLength(2);
    }
  });

  test("[ORG-05] cannot give a user two roles, whatever writes them", async () => {
    const twice = owner((scope) =>
      scope.db.membership.create({ data: { userId: max.userId, role: "owner", createdAt: scope.now } }),
    );
    await expect(twice).rejects.toThrow();
    const person = await createUser(db.database);
    await db.ownerPool.query("insert into membership (org_id, user_id, role) values ($1, $2, 'member')", [
      org.orgId,
      person.userId,
    ]);
    const again = db.ownerPool.query("insert into membership (org_id, user_id, role) values ($1, $2, 'owner')", [
      org.orgId,
      person.userId,
    ]);
    await expect(again).rejects.toThrow("membership_one_job");
  });
});
