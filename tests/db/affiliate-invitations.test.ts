import { beforeEach, describe, expect, test } from "vitest";
import { activateAffiliate } from "~/domain/affiliates/activate-affiliate.server";
import { editAffiliate } from "~/domain/affiliates/edit-affiliate.server";
import { createManualInvitation, inviteByHandIfNew } from "~/domain/affiliates/create-manual-invitation.server";
import { readInvitation } from "~/domain/affiliates/read-invitation.server";
import { sendInvitation } from "~/domain/affiliates/send-invitation.server";
import { HANDED_OUT } from "~/domain/identity/one-time-link";
import { redeemLink } from "~/domain/identity/redeem-link.server";
import { readSession, startSession } from "~/domain/identity/session.server";
import { createOrganization } from "~/domain/organizations/create-organization.server";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate, invitedAffiliate, type Affiliate } from "../factories/affiliates";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { createUser, linkSecret } from "../factories/people";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
const NOON = Date.parse("2026-03-01T12:00:00Z");
const atSecond = (seconds: number) => db.at(new Date(NOON + seconds * 1000));
let org: Org;
let ada: Affiliate;

beforeEach(async () => {
  atSecond(0);
  org = await createOrg(db.database, { name: "Nordlicht" });
  ada = await invitedAffiliate(db.database, org, { name: "Ada", email: "ada@example.com" });
});

const send = (to = ada, by = org) => asOwner(db.database, by, (scope) => sendInvitation(scope, to.affiliateId, "de"));
const handOut = (to = ada, by = org) =>
  asOwner(db.database, by, (scope) => createManualInvitation(scope, to.affiliateId));
const deactivate = ({ affiliateId, name, email }: Affiliate) =>
  asOwner(db.database, org, (scope) => editAffiliate(scope, affiliateId, { name, email, status: "inactive" }));

/** Expects not_found for another organization and forbidden for an affiliate. */
async function nobodyElseMay(use: (scope: Scope, id: string) => Promise<unknown>): Promise<void> {
  const foreign = await createOrg(db.database);
  const attempt = asOwner(db.database, foreign, (scope) => use(scope, ada.affiliateId));
  await expect(attempt).rejects.toMatchObject({ code: "not_found" });
  const own = asAffiliate(db.database, org, ada, (scope) => use(scope, ada.affiliateId));
  await expect(own).rejects.toMatchObject({ code: "forbidden" });
}

describe("[AFF-04] resending the invitation", () => {
  test("is rejected for everyone but staff of the organization", async () => {
    atSecond(60);
    await nobodyElseMay(sendInvitation);
    expect(await db.jobs("mail.link")).toHaveLength(1);
    const foreign = await createOrg(db.database);
    const read = asOwner(db.database, foreign, (scope) => readInvitation(scope, ada.affiliateId));
    expect(await read).toBeNull();
  });

  test("emails a new link, once a minute, and otherwise returns the time to wait", async () => {
    atSecond(1);
    await expect(send()).rejects.toMatchObject({ code: "invitation_too_soon", params: { seconds: 59 } });
    atSecond(60);
    expect(await send()).toEqual({ email: ada.email });
    await expect(send()).rejects.toMatchObject({ params: { seconds: 60 } });
    expect(await db.runJobs()).toBe(2);
    const links = db.mails.map((mail) => /\/link\/([\w-]+)/.exec(mail.text)?.[1]);
    expect(new Set(links).size).toBe(2);
    for (const secret of links) {
      const redeemed = await db.database.withIdentity((scope) => redeemLink(scope, secret!));
      expect(redeemed).toMatchObject({ purpose: "invite", orgId: org.orgId, handedOut: false });
    }
    const { rows } = await db.ownerPool.query("select entity_id from audit_log where action = 'affiliate.invite'");
    expect(rows).toEqual([{ entity_id: ada.affiliateId }]);
  });

  test("sends one email for 20 concurrent requests", async () => {
    atSecond(60);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => send()));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db.jobs("mail.link")).toHaveLength(2);
  });

  test("shows when the current address was emailed, and ignores the wait of the previous address", async () => {
    const mailed = async () =>
      (await asOwner(db.database, org, (scope) => readInvitation(scope, ada.affiliateId)))?.mailed;
    expect(await mailed()).toMatchObject({ sentAt: new Date(NOON), expired: false });
    atSecond(10);
    const corrected = { name: "Ada", email: "ada@example.org", status: "invited" as const };
    await asOwner(db.database, org, (scope) => editAffiliate(scope, ada.affiliateId, corrected));
    expect(await mailed()).toBeNull();
    expect(await send()).toEqual({ email: "ada@example.org" });
    expect(await mailed()).toMatchObject({
      sentAt: new Date(NOON + 10_000),
      validUntil: new Date(NOON + 3_610_000),
    });
  });

  test("is rejected for an inactive affiliate", async () => {
    await deactivate(ada);
    atSecond(60);
    await expect(send()).rejects.toMatchObject({ code: "invitation_inactive" });
    await expect(handOut()).rejects.toMatchObject({ code: "invitation_inactive" });
  });
});

describe("[AFF-04] a manual invitation link", () => {
  const redeem = (secret: string) => db.database.withIdentity((scope) => redeemLink(scope, secret));
  const confirmAddress = () =>
    db.database.withIdentity(async (scope) =>
      redeemLink(scope, await linkSecret(scope, { purpose: "sign-in", userId: ada.userId })),
    );
  /** Uses a manual link and returns its session. */
  async function begunSession(): Promise<string> {
    const { secret } = await handOut();
    const link = await redeem(secret);
    return db.database.withIdentity((scope) =>
      startSession(scope, {
        userId: link.userId,
        door: "affiliate",
        affiliateOrgId: link.orgId,
        handedOut: link.handedOut,
        userAgent: null,
        ip: "127.0.0.1",
      }),
    );
  }
  const read = (secret: string) => db.database.withIdentity((scope) => readSession(scope, secret));

  test("is rejected for everyone but staff of the organization", async () => {
    await nobodyElseMay(createManualInvitation);
    const { rows } = await db.ownerPool.query("select 1 from one_time_token where purpose = 'invite'");
    expect(rows).toHaveLength(1);
  });

  test("works once within the hour, is stored as a hash, queues no email and is recorded", async () => {
    const { secret, userId } = await handOut();
    expect(userId).toBe(ada.userId);
    expect(await db.jobs("mail.link")).toHaveLength(1);
    const dump = await db.ownerPool.query<{ text: string }>(
      "select (select json_agg(t)::text from one_time_token t) || (select json_agg(a)::text from audit_log a) as text",
    );
    expect(dump.rows[0]!.text).not.toContain(secret.slice(HANDED_OUT.length));
    expect(dump.rows[0]!.text).toContain("affiliate.invite_by_hand");
    atSecond(3600);
    await expect(redeem(secret)).rejects.toMatchObject({ code: "link_expired" });
    atSecond(3599);
    expect(await redeem(secret)).toMatchObject({ purpose: "invite", orgId: org.orgId, handedOut: true });
    await expect(redeem(secret)).rejects.toMatchObject({ code: "link_used" });
  });

  test("has a prefix that can be neither removed nor added", async () => {
    const { secret } = await handOut();
    await expect(redeem(secret.slice(HANDED_OUT.length))).rejects.toMatchObject({ code: "link_unknown" });
    const [job] = await db.jobs("mail.link");
    const mailed = db.context.unseal(String(job!.payload["link"]));
    await expect(redeem(HANDED_OUT + mailed)).rejects.toMatchObject({ code: "link_unknown" });
  });

  test("confirms no address and opens only that portal, whatever else the user may access", async () => {
    const session = await begunSession();
    const other = await createOrg(db.database);
    await invitedAffiliate(db.database, other, { email: ada.email });
    await asOwner(db.database, other, (scope) =>
      scope.db.membership.create({ data: { userId: ada.userId, role: "owner", createdAt: scope.now } }),
    );
    expect(await read(session)).toMatchObject({
      membership: null,
      affiliation: { orgId: org.orgId, affiliateId: ada.affiliateId },
    });
    const founding = db.database.withOrg(
      crypto.randomUUID(),
      { ...other.owner.actor, userId: ada.userId },
      (scope) => createOrganization(scope, ada, "Mine"),
      "founding",
    );
    await expect(founding).rejects.toMatchObject({ code: "email_unconfirmed" });

    // Without that portal the session opens nothing, also not the portal of the other organization.
    await asOwner(db.database, org, (scope) => scope.db.membership.deleteMany({ where: { role: "affiliate" } }));
    expect(await read(session)).toBeNull();
  });

  test("and its session end when the owner of the mailbox confirms the address", async () => {
    const session = await begunSession();
    const { secret } = await handOut();
    await confirmAddress();
    expect(await read(session)).toBeNull();
    await expect(redeem(secret)).rejects.toMatchObject({ code: "link_expired" });
  });

  test("is not created for a person whom another organization knows", async () => {
    const other = await createOrg(db.database);
    const elsewhere = await invitedAffiliate(db.database, other, { email: "both@example.com" });
    const member = await addMember(db.database, other);
    const person = await createUser(db.database);
    for (const { email } of [elsewhere, member, person, org.owner]) {
      const known = await invitedAffiliate(db.database, org, { email });
      await expect(handOut(known)).rejects.toMatchObject({ code: "invitation_by_mail_only" });
      await asOwner(db.database, org, async (scope) => {
        expect(await inviteByHandIfNew(scope, known.affiliateId)).toBeNull();
        expect(await readInvitation(scope, known.affiliateId)).toMatchObject({ mayHandOut: false });
      });
    }
    // The status active alone does not matter; a confirmed mailbox does.
    const active = await activeAffiliate(db.database, org);
    await asOwner(db.database, org, (scope) => activateAffiliate(scope, active.affiliateId));
    expect((await handOut(active)).secret).toMatch(/^handed\./);
    const { rows } = await db.ownerPool.query("select 1 from audit_log where action = 'affiliate.invite_by_hand'");
    expect(rows).toHaveLength(1);
  });
});
