import { beforeEach, describe, expect, it } from "vitest";
import { readAffiliatePage } from "~/domain/reports/affiliate-page.server";
import { sendInvitation } from "~/domain/affiliates/send-invitation.server";
import { notifyAffiliate } from "~/domain/notifications/notify-affiliate.server";
import { loader as dashboard } from "~/routes/affiliate.dashboard/route";
import { loader as portalSettings } from "~/routes/affiliate.settings";
import { action as leave, loader as leavePage } from "~/routes/affiliate.settings_.leave";
import { activeAffiliate, withTerms } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { accountsOf } from "../support/accounts";
import { useDatabase } from "../support/database";
import { call, cookieOf, useRoutes } from "../support/web";

const db = useDatabase();
useRoutes(db);
const { one, accounts, worksIn, logOf, mailsOf } = accountsOf(db);

let org: Org;
beforeEach(async () => {
  org = await createOrg(db.database);
  await db.runJobs();
  db.mails.length = 0;
});

describe("[WORK-13] [OPS-05] an affiliate ends their own access", () => {
  const leaving = (cookie: string, name: string) =>
    call(leave, "/affiliate/settings/leave", { cookie, form: { name } });

  it("takes effect immediately, with their account, and the organization is notified, keeps what it owes and can invite them again", async () => {
    const name = "Wanda Weggang";
    const affiliate = await activeAffiliate(db.database, org, { name });
    await withTerms(db.database, org, affiliate);
    await oneTimeDeal(db.database, org, affiliate);
    await mailsOf();
    const cookie = await cookieOf(db, affiliate);
    expect((await call(portalSettings, "/affiliate/settings", { cookie })).body).toMatchObject({
      mayLeave: true,
    });
    expect((await leaving(cookie, "Wanda Bleibt")).status).toBe(422);
    expect(await leaving(cookie, name)).toMatchObject({ status: 302, to: "/" });

    expect(await accounts(affiliate.userId)).toEqual([]);
    expect((await call(dashboard, "/affiliate/dashboard", { cookie })).to).toContain("/affiliate/login");
    expect(await logOf(org, "affiliate.leave")).toEqual([`affiliate.leave affiliate:${affiliate.affiliateId}`]);
    const mails = await mailsOf();
    expect(mails).toContainEqual(expect.stringContaining(`${affiliate.email}: Your account is deleted`));
    expect(mails).toContainEqual(expect.stringMatching(new RegExp(`^${org.owner.email}: .*${name}`)));
    // The commission is owed as before, with name and address.
    const owed = await one(
      "select name || ' ' || email as value from affiliate a where id = $1 and exists (select 1 from deal d where d.affiliate_id = a.id)",
      affiliate.affiliateId,
    );
    expect(owed).toEqual([`${name} ${affiliate.email}`]);
    const lead = (await one<string>("select id as value from lead where org_id = $1 limit 1", org.orgId))[0]!;
    // A person without access gets no email.
    await asOwner(db.database, org, (scope) =>
      notifyAffiliate(scope, {
        affiliateId: affiliate.affiliateId,
        type: "lead_lost",
        leadId: lead,
        company: "X",
      }),
    );
    expect((await mailsOf()).filter((mail) => mail.startsWith(affiliate.email))).toEqual([]);

    const hasLeft = () =>
      asOwner(db.database, org, async (scope) => {
        const shown = await readAffiliatePage(scope, affiliate.affiliateId);
        return shown?.affiliate.hasLeft;
      });
    expect(await hasLeft()).toBe(true);
    await db.ownerPool.query("update affiliate set status = 'active' where id = $1", [affiliate.affiliateId]);
    await asOwner(db.database, org, (scope) => sendInvitation(scope, affiliate.affiliateId));
    expect(await mailsOf()).toContainEqual(expect.stringContaining(affiliate.email));
    const [anew] = await one(
      "select email as value from app_user u where exists (select 1 from membership m where m.user_id = u.id and m.affiliate_id = $1)",
      affiliate.affiliateId,
    );
    expect(anew).toBe(affiliate.email);
    expect(await hasLeft()).toBe(false);
  });

  it("keeps an account that opens more, and other portals", async () => {
    const second = await createOrg(db.database);
    const affiliate = await activeAffiliate(db.database, org);
    const there = await activeAffiliate(db.database, second, { email: affiliate.email });
    expect(there.userId).toBe(affiliate.userId);
    await mailsOf();
    const [name] = await one<string>("select name as value from affiliate where id = $1", affiliate.affiliateId);
    const cookie = await cookieOf(db, affiliate);
    expect((await leaving(cookie, name!)).status).toBe(302);
    expect(await worksIn(affiliate.userId)).toEqual([second.orgId]);
    expect(await mailsOf()).toContainEqual(expect.stringContaining("has ended"));
    expect((await call(dashboard, "/affiliate/dashboard", { cookie })).to).toBeNull();
    const status = await one("select status as value from affiliate where id = $1", there.affiliateId);
    expect(status).toEqual(["active"]);
  });

  it("is rejected in a session of a manual link, and the database denies it to affiliates", async () => {
    const affiliate = await activeAffiliate(db.database, org);
    const [name] = await one<string>("select name as value from affiliate where id = $1", affiliate.affiliateId);
    await db.ownerPool.query("update app_user set email_confirmed_at = null where id = $1", [affiliate.userId]);
    const options = { door: "affiliate", affiliateOrgId: org.orgId, handedOut: true } as const;
    const cookie = await cookieOf(db, affiliate, options);
    const shown = await call(portalSettings, "/affiliate/settings", { cookie });
    expect(shown.body).toMatchObject({ mayLeave: false });
    const asked = await call(leavePage, "/affiliate/settings/leave", { cookie });
    expect(asked.to).toBe("/affiliate/settings");
    expect((await leaving(cookie, name!)).status).toBe(403);
    const actor = {
      kind: "affiliate",
      userId: affiliate.userId,
      affiliateId: affiliate.affiliateId,
    } as const;
    const tried = (sql: string) =>
      db.database.withOrg(org.orgId, actor, (scope) => scope.db.$executeRaw({ strings: [sql], values: [] } as never));
    expect(await tried("update affiliate set status = 'inactive'")).toBe(0);
    expect(await tried("update membership set user_id = gen_random_uuid()")).toBe(0);
    const deleted = (scope: { db: { $queryRaw: unknown } }) =>
      (scope.db.$queryRaw as (q: object) => Promise<{ done: boolean }[]>)({
        strings: ["select app.delete_person(", "::uuid) as done"],
        values: [affiliate.userId],
      });
    // Never inside an organization, and outside only for a user without one.
    expect(await db.database.withOrg(org.orgId, actor, deleted)).toEqual([{ done: false }]);
    expect(await db.database.withIdentity(deleted)).toEqual([{ done: false }]);
    expect(await accounts(affiliate.userId)).toHaveLength(1);
  });
});
