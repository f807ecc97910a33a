import { beforeEach, describe, expect, test } from "vitest";
import { editAffiliate } from "~/domain/affiliates/edit-affiliate.server";
import type { InvitationState } from "~/domain/affiliates/invitation";
import { countUninvited, inviteAll, readUninvited } from "~/domain/affiliates/invite-all.server";
import { countAffiliates, listAffiliates } from "~/domain/reports/list-affiliates.server";
import { importAffiliate } from "~/domain/affiliates/add-affiliate.server";
import { sendInvitation } from "~/domain/affiliates/send-invitation.server";
import type { Scope } from "~/domain/shared/scope";
import { affiliateListParams } from "~/server/list-params.server";
import { activeAffiliate, asAffiliate, invitedAffiliate, type Affiliate } from "../factories/affiliates";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { run } from "../cli/program";
import { randomUUID } from "node:crypto";

const db = useDatabase({ each: true });
let org: Org;
let old: Affiliate;

const within = <T>(use: (scope: Scope) => Promise<T>, by = org) => asOwner(db.database, by, use);
/** Imports an affiliate who was not emailed. */
const imported = (name: string) =>
  within((scope) =>
    importAffiliate(
      scope,
      { name, email: `${name.toLowerCase()}@partner.example` },
      { id: randomUUID(), language: "fr" },
    ),
  );

/** Old has an expired link, Nora none, Olga a valid one; Ada has signed in. */
beforeEach(async () => {
  db.at("2026-03-10T10:00:00Z");
  org = await createOrg(db.database);
  old = await invitedAffiliate(db.database, org, { name: "Old" });
  await activeAffiliate(db.database, org, { name: "Ada" });
  db.at("2026-03-10T10:30:00Z");
  await imported("Nora");
  await invitedAffiliate(db.database, org, { name: "Olga" });
  db.at("2026-03-10T11:00:00Z");
});

const named = async (invitation?: InvitationState, by = org) =>
  (await within((scope) => listAffiliates(scope, { invitation }), by)).rows.map(({ name }) => name).sort();

describe("[AFF-01] [AFF-04] the invitation state", () => {
  test("filters the list, its counts, the address and the command line", async () => {
    expect(await named("none")).toEqual(["Nora"]);
    expect(await named("open")).toEqual(["Olga"]);
    // The link expires an hour after it was sent, to the millisecond.
    expect(await named("expired")).toEqual(["Old"]);
    expect(await named()).toEqual(["Ada", "Nora", "Old", "Olga"]);
    expect(await named("none", await createOrg(db.database))).toEqual([]);
    const counts = await within((scope) => countAffiliates(scope, { invitation: "expired" }));
    expect(counts).toEqual({ active: 0, invited: 1, inactive: 0 });
    const asked = (status: string) => affiliateListParams(new URLSearchParams({ status }));
    expect(asked("invitation-none")).toMatchObject({ invitation: "none", status: undefined });
    expect(asked("invited")).toMatchObject({ invitation: undefined, status: "invited" });
    const byName = { by: "name", direction: "asc" } as const;
    const { rows } = await within((scope) => listAffiliates(scope, { status: "invited" }, byName));
    expect(rows.map(({ name, invited }) => [name, invited?.validUntil, invited?.expired])).toEqual([
      ["Nora", undefined, undefined],
      ["Old", "2026-03-10T11:00:00.000Z", true],
      ["Olga", "2026-03-10T11:30:00.000Z", false],
    ]);
    const { stdout } = await run(["affiliates", "list", "--org", org.orgId, "--invitation", "none", "--json"], {
      DATABASE_URL: db.ownerUrl,
      DATABASE_APP_URL: db.appUrl,
    });
    expect(JSON.parse(stdout)).toMatchObject([{ name: "Nora" }]);
  });

  test('is "none" after a change of the address', async () => {
    await within((scope) =>
      editAffiliate(scope, old.affiliateId, { name: "Old", email: "new@partner.example", status: "invited" }),
    );
    expect(await named("none")).toEqual(["Nora", "Old"]);
    await within((scope) => sendInvitation(scope, old.affiliateId));
    expect(await named("open")).toEqual(["Old", "Olga"]);
  });
});

describe("[AFF-04] inviting all affiliates in one batch", () => {
  const everybody = async () => {
    const { affiliates } = await within((scope) => readUninvited(scope));
    return inviteAll(
      within,
      affiliates.map(({ id }) => id),
    );
  };

  test("emails those without a valid invitation, once each and in their language", async () => {
    await db.runJobs();
    db.mails.splice(0);
    const found = await within((scope) => readUninvited(scope));
    expect([found.count, found.affiliates.map(({ name }) => name)]).toEqual([2, ["Old", "Nora"]]);
    expect(await within(countUninvited)).toBe(2);
    expect(await everybody()).toEqual({ sent: 2, skipped: [], stopped: null });
    expect(await named("open")).toEqual(["Nora", "Old", "Olga"]);
    expect(await everybody()).toEqual({ sent: 0, skipped: [], stopped: null });
    await db.runJobs();
    expect(db.mails).toHaveLength(2);
    expect(db.mails.find(({ to }) => to.address === "nora@partner.example")!.text).toContain("Bonjour");
  });

  test("stops at the daily quota and reports it, and skips affiliates invited meanwhile", async () => {
    await db.ownerPool.query("update organization set mail_budget = 3 where org_id = $1", [org.orgId]);
    await imported("Nils");
    const { affiliates } = await within((scope) => readUninvited(scope));
    const ids = affiliates.map(({ id }) => id);
    // Old, Ada and Olga were emailed today.
    expect(await inviteAll(within, ids)).toMatchObject({ sent: 0, stopped: { code: "mail_budget_used" } });
    await db.ownerPool.query("update organization set mail_budget = 5 where org_id = $1", [org.orgId]);
    await within((scope) => sendInvitation(scope, ids[0]!));
    expect(await inviteAll(within, ids)).toMatchObject({ sent: 1, stopped: { code: "mail_budget_used" } });
    expect(await within(countUninvited)).toBe(1);
  });

  test("is allowed for staff of the organization only", async () => {
    const other = await createOrg(db.database);
    expect(await within((scope) => readUninvited(scope), other)).toEqual({ affiliates: [], count: 0, skipped: [] });
    const foreign = <T>(use: (scope: Scope) => Promise<T>) => within(use, other);
    expect(await inviteAll(foreign, [old.affiliateId])).toEqual({ sent: 0, skipped: [old.affiliateId], stopped: null });
    const own = <T>(use: (scope: Scope) => Promise<T>) => asAffiliate(db.database, org, old, use);
    await expect(inviteAll(own, [old.affiliateId])).rejects.toMatchObject({ code: "forbidden" });
    await expect(own((scope) => readUninvited(scope))).rejects.toMatchObject({ code: "forbidden" });
  });
});
