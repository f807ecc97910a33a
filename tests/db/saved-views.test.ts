import { beforeAll, describe, expect, test } from "vitest";
import { listAudit } from "~/domain/audit/list-audit.server";
import { groupByAffiliate } from "~/domain/commissions/group-by-affiliate.server";
import { listPayments } from "~/domain/commissions/list-payments.server";
import { totalTransactions } from "~/domain/commissions/list-transactions.server";
import { matchAllCommissions, matchCommissions } from "~/domain/commissions/match-commissions.server";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { totalPayments } from "~/domain/commissions/total-payments.server";
import type { PaymentTab } from "~/domain/commissions/commission";
import { setColumns } from "~/domain/identity/set-appearance.server";
import { removeMember } from "~/domain/members/remove-member.server";
import type { Scope } from "~/domain/shared/scope";
import { deleteOwnField } from "~/domain/fields/delete-own-field.server";
import { editOwnField } from "~/domain/fields/save-own-field.server";
import { runQueries } from "~/domain/shared/query-together.server";
import { readDefaultView, setDefaultView } from "~/domain/views/default-view.server";
import { deleteView, editView, restoreView } from "~/domain/views/edit-view.server";
import { readView, viewsOfMember } from "~/domain/views/list-views.server";
import { saveView } from "~/domain/views/save-view.server";
import { listDeliveries } from "~/domain/webhooks/list-deliveries.server";
import { openView } from "~/server/open-view.server";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { definedField } from "../factories/fields";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase();
let org: Org;
let foreign: Org;
let ada: Affiliate;
let bob: Affiliate;
let receiptOf: string;

beforeAll(async () => {
  db.at("2026-01-10T12:00:00Z");
  [org, foreign] = [await createOrg(db.database), await createOrg(db.database)];
  ada = await activeAffiliate(db.database, org, { name: "Ada Lovelace" });
  bob = await activeAffiliate(db.database, org, { name: "Bob Ross" });
  for (const affiliate of [ada, bob]) await withTerms(db.database, org, affiliate);
  const months = { contract_start_date: "2025-10-01", contract_duration_months: "12" };
  await recurringDeal(db.database, org, ada, { ...months, title: "Retainer" });
  ({ id: receiptOf } = await oneTimeDeal(db.database, org, bob, { close_date: "2026-01-05", title: "Website" }));
  await oneTimeDeal(db.database, org, ada, { close_date: "2026-01-06", title: "Logo" });
  await inOrg((scope) =>
    payCommissions(scope, { deals: [receiptOf], receiptUrl: "https://books.example/Beleg-4711.pdf" }),
  );
});

const inOrg = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const inForeign = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, foreign, use);
const view = { list: "leads", name: "New", query: "status=new", shared: false } as const;

describe("[WORK-12] saved views", () => {
  test("of a name that is taken are replaced, also at the limit", async () => {
    const member = await addMember(db.database, org);
    const save = (name: string, query = "status=new") =>
      db.database.withOrg(org.orgId, member.actor, (scope) => saveView(scope, { ...view, name, query }));
    const id = await save("View 0");
    await db.ownerPool.query(
      `insert into saved_view (org_id, id, list, name, query, shared, created_by, created_at)
       select $1, gen_random_uuid(), 'leads', 'View ' || n, '', false, $2, now() from generate_series(1, 99) n`,
      [org.orgId, member.userId],
    );
    await expect(save("View 100")).rejects.toThrow("view_limit");
    expect(await save("View 0", "status=lost")).toBe(id);
    await db.ownerPool.query("delete from saved_view where created_by = $1", [member.userId]);
  });

  test("are seen by their author, and by all members once they are shared", async () => {
    const member = await addMember(db.database, org);
    const asMember = <T>(use: (scope: Scope) => Promise<T>) => db.database.withOrg(org.orgId, member.actor, use);
    const id = await asMember((scope) => saveView(scope, view));
    expect(await inOrg((scope) => readView(scope, id))).toBeNull();
    await expect(inOrg((scope) => editView(scope, { view: id, name: "X", shared: true }))).rejects.toThrow("not_found");
    await asMember((scope) => editView(scope, { view: id, name: "For all", shared: true }));
    expect(await inOrg((scope) => readView(scope, id))).toMatchObject({ name: "For all", own: false, shared: true });
    // An owner may change what is shared, another member may not.
    await inOrg((scope) => editView(scope, { view: id, query: "status=lost" }));
    const other = await addMember(db.database, org);
    const asOther = <T>(use: (scope: Scope) => Promise<T>) => db.database.withOrg(org.orgId, other.actor, use);
    await expect(asOther((scope) => deleteView(scope, id))).rejects.toThrow("forbidden");
    expect(await inForeign((scope) => readView(scope, id))).toBeNull();
    await expect(inForeign((scope) => deleteView(scope, id))).rejects.toThrow("not_found");
    // Only private ones end with the membership.
    const own = await asMember((scope) => saveView(scope, view));
    await inOrg((scope) => removeMember(scope, member.userId));
    const { rows } = await db.ownerPool.query<{ id: string }>("select id from saved_view where id = any($1)", [
      [id, own],
    ]);
    expect(rows).toEqual([{ id }]);
    // Otherwise nobody would see or delete it.
    await inOrg((scope) => editView(scope, { view: id, name: "Mine", shared: false }));
    expect(await inOrg((scope) => readView(scope, id))).toMatchObject({ name: "Mine", own: true, shared: false });
    await inOrg((scope) => deleteView(scope, id));
    expect(await inOrg((scope) => readView(scope, id))).toBeNull();
  });

  test("are replaced by one of the same name, and cannot take the name of another", async () => {
    const first = await inOrg((scope) => saveView(scope, view));
    expect(await inOrg((scope) => saveView(scope, { ...view, query: "q=x" }))).toBe(first);
    expect(await inOrg((scope) => readView(scope, first))).toMatchObject({ query: "q=x" });
    const second = await inOrg((scope) => saveView(scope, { ...view, name: "Other" }));
    const rename = inOrg((scope) => editView(scope, { view: second, name: view.name, shared: false }));
    await expect(rename).rejects.toThrow("view_name_taken");
  });

  test("of two that are renamed alike at once, the second is told that the name is taken", async () => {
    const ids = await Promise.all(
      ["A1", "A2", "A3"].map((name) => inOrg((scope) => saveView(scope, { ...view, name }))),
    );
    const renamed = await Promise.allSettled(
      ids.map((id) => inOrg((scope) => editView(scope, { view: id, name: "Same", shared: false }))),
    );
    const failed = renamed.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(failed).toEqual(Array(2).fill(expect.objectContaining({ code: "view_name_taken", field: "view_name" })));
  });

  test("are restored after deleting, until it is too late or their name is used again", async () => {
    const member = await addMember(db.database, org);
    const asMember = <T>(use: (scope: Scope) => Promise<T>) => db.database.withOrg(org.orgId, member.actor, use);
    const id = await inOrg((scope) => saveView(scope, { ...view, name: "Deleted", shared: true }));
    await asMember((scope) => setDefaultView(scope, { view: id, isDefault: true }));
    await inOrg((scope) => deleteView(scope, id));
    expect(await inOrg((scope) => readView(scope, id))).toBeNull();
    expect(await asMember((scope) => readDefaultView(scope, "leads"))).toBeNull();
    await expect(inOrg((scope) => editView(scope, { view: id, query: "" }))).rejects.toThrow("not_found");
    await expect(asMember((scope) => restoreView(scope, id))).rejects.toThrow("forbidden");
    await expect(inForeign((scope) => restoreView(scope, id))).rejects.toThrow("not_found");
    await inOrg((scope) => restoreView(scope, id));
    await inOrg((scope) => restoreView(scope, id));
    expect(await asMember((scope) => readDefaultView(scope, "leads"))).toMatchObject({ id, name: "Deleted" });
    await inOrg((scope) => deleteView(scope, id));
    const listed = await inOrg(async (scope) => (await runQueries(scope, { views: viewsOfMember(scope) })).views);
    expect(listed.map((one) => one.id)).not.toContain(id);
    const other = await inOrg((scope) => saveView(scope, { ...view, name: "Other one" }));
    await inOrg((scope) => editView(scope, { view: other, name: "Deleted", shared: false }));
    await expect(inOrg((scope) => restoreView(scope, id))).rejects.toThrow("not_found");
    await inOrg((scope) => deleteView(scope, other));
    db.at("2026-01-10T12:06:00Z");
    await expect(inOrg((scope) => restoreView(scope, other))).rejects.toThrow("batch_undo_too_late");
    db.at("2026-01-10T12:00:00Z");
  });

  test("open a list for each member who wants it, and for no others", async () => {
    const member = await addMember(db.database, org);
    const asMember = <T>(use: (scope: Scope) => Promise<T>) => db.database.withOrg(org.orgId, member.actor, use);
    const own = await asMember((scope) => saveView(scope, { ...view, name: "Own" }));
    const shared = await inOrg((scope) => saveView(scope, { ...view, name: "Shared", shared: true }));
    await expect(inOrg((scope) => setDefaultView(scope, { view: own, isDefault: true }))).rejects.toThrow("not_found");
    await asMember((scope) => setDefaultView(scope, { view: own, isDefault: true }));
    await asMember((scope) => setDefaultView(scope, { view: shared, isDefault: true }));
    expect(await asMember((scope) => readDefaultView(scope, "leads"))).toMatchObject({ id: shared });
    expect(await asMember((scope) => readDefaultView(scope, "payouts"))).toBeNull();
    expect(await inOrg((scope) => readDefaultView(scope, "leads"))).toBeNull();
    const listed = await asMember(async (scope) => (await runQueries(scope, { views: viewsOfMember(scope) })).views);
    expect(listed.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([shared]);
    // Its author takes it back.
    await inOrg((scope) => editView(scope, { view: shared, name: "Shared", shared: false }));
    expect(await asMember((scope) => readDefaultView(scope, "leads"))).toBeNull();
    await asMember((scope) => setDefaultView(scope, { view: own, isDefault: true }));
    await asMember((scope) => setDefaultView(scope, { view: own, isDefault: false }));
    expect(await asMember((scope) => readDefaultView(scope, "leads"))).toBeNull();
    await asMember((scope) => setDefaultView(scope, { view: own, isDefault: true }));
    await inOrg((scope) => removeMember(scope, member.userId));
    const left = "select from default_view where user_id = $1";
    expect((await db.ownerPool.query(left, [member.userId])).rowCount).toBe(0);
  });

  test("say which own fields they filter by no longer, and open without them", async () => {
    const size = await definedField(db.database, org, "Size", { kind: "choice", choices: "Small\nLarge" });
    const budget = await definedField(db.database, org, "Budget", { entity: "deal", kind: "amount" });
    const query = "status=new&own_budget_from=10&own_size=large";
    const saved = {
      id: await inOrg((scope) => saveView(scope, { ...view, name: "Own", query })),
      list: view.list,
      query,
    };
    const open = () => inOrg((scope) => openView(scope, saved));
    const [to, of] = (await open()).to.split("?");
    expect([to, Object.fromEntries(new URLSearchParams(of)), (await open()).says]).toEqual([
      "/leads",
      { status: "new", own_budget_from: "10", own_size: "large", saved: saved.id },
      null,
    ]);
    const labels = { small: "Small", large: "" };
    await inOrg((scope) => editOwnField(scope, { ...size, id: size.id, labels, added: [], version: undefined }));
    expect((await open()).says).toBe("choice_removed");
    expect((await open()).to).toContain("own_size=large");
    await inOrg((scope) => deleteOwnField(scope, budget.id));
    expect(await open()).toEqual({ to: `/leads?status=new&own_size=large&saved=${saved.id}`, says: "field_gone" });
  });

  test("the columns of a table are stored with the account, and the usual ones leave nothing", async () => {
    const columns = async () =>
      (
        await db.ownerPool.query<{ list_columns: object }>("select list_columns from app_user where id = $1", [
          org.owner.userId,
        ])
      ).rows[0]!.list_columns;
    await db.database.withIdentity((scope) => setColumns(scope, org.owner.userId, "leads", "-status"));
    await db.database.withIdentity((scope) => setColumns(scope, org.owner.userId, "deals", "-worth"));
    expect(await columns()).toEqual({ leads: "-status", deals: "-worth" });
    await db.database.withIdentity((scope) => setColumns(scope, org.owner.userId, "leads", ""));
    expect(await columns()).toEqual({ deals: "-worth" });
  });
});

describe("[WORK-12] search in commissions", () => {
  const titlesOf = async (q: string, tab: PaymentTab = "all") => {
    const found = await inOrg((scope) => matchCommissions(scope, q, null));
    const { rows } = await inOrg((scope) => listPayments(scope, tab, { found }));
    return [...new Set(rows.map(({ deal }) => deal))].sort();
  };

  test("finds affiliate, deal and receipt, and sums what it lists", async () => {
    expect(await titlesOf("ada")).toEqual(["Logo", "Retainer"]);
    expect(await titlesOf("website")).toEqual(["Website"]);
    expect(await titlesOf("beleg-4711")).toEqual(["Website"]);
    expect(await titlesOf("beleg-4711", "due")).toEqual([]);
    expect(await titlesOf("nothing like it")).toEqual([]);
    const found = await inOrg((scope) => matchAllCommissions(scope, "4711", null));
    expect((await inOrg((scope) => totalTransactions(scope, { found }))).with.count).toBe(1);
    expect((await inOrg((scope) => totalPayments(scope, { found }))).due.count).toBe(0);
    expect(await inForeign((scope) => matchCommissions(scope, "4711", null))).toMatchObject({ dealIds: [], ids: [] });
  });

  test("groups by affiliate add up to the totals, with and without a search or a period", async () => {
    const totals = await inOrg((scope) => totalPayments(scope));
    const found = await inOrg((scope) => matchCommissions(scope, "ada", null));
    const period = { from: "2026-01-01", to: "2026-01-31" } as never;
    for (const tab of ["due", "waiting", "planned", "paid"] as const) {
      const { rows } = await inOrg((scope) => groupByAffiliate(scope, { tab }));
      expect([tab, rows.reduce((sum, { count }) => sum + count, 0)]).toEqual([tab, totals[tab].count]);
      const ofAda = rows.filter(({ affiliateId }) => affiliateId === ada.affiliateId);
      expect(await inOrg((scope) => groupByAffiliate(scope, { tab, found }))).toEqual({ rows: ofAda, more: false });
    }
    const paid = await inOrg((scope) => groupByAffiliate(scope, { tab: "paid", period, receipt: "with" }));
    expect(paid.rows.map(({ name, count }) => [name, count])).toEqual([["Bob Ross", 1]]);
    expect((await inOrg((scope) => groupByAffiliate(scope, { tab: "paid", receipt: "without" }))).rows).toEqual([]);
    expect((await inForeign((scope) => groupByAffiliate(scope, { tab: "all" }))).rows).toEqual([]);
  });
});

test("[WORK-12] the activity is found by the record, and by who acted", async () => {
  const actions = async (search: string, within = inOrg) =>
    (await within((scope) => listAudit(scope, { search }))).rows.map(({ action }) => action);
  expect(await actions("website")).toContain("deal.pay");
  expect(await actions("lovelace")).not.toContain("deal.pay");
  expect(await actions("nobody of this name")).toEqual([]);
  expect(await actions("website", inForeign)).toEqual([]);
  expect((await inOrg((scope) => listAudit(scope, { search: "website" }))).cut).toBe(false);
});

test("[WORK-12] webhook deliveries are found by words of their body", async () => {
  const body = JSON.stringify({ event: "lead.created", lead: { company_name: "Bäckerei Süß" } });
  await db.ownerPool.query(
    `insert into webhook_delivery (org_id, id, event, body, status) values ($1, gen_random_uuid(), 'lead.created', $2, 'delivered')`,
    [org.orgId, body],
  );
  const count = async (search: string, within = inOrg) =>
    (await within((scope) => listDeliveries(scope, { status: null, event: null, search }))).rows.length;
  expect([await count("backerei"), await count("lead.created süß"), await count("metzgerei")]).toEqual([1, 1, 0]);
  expect(await count("backerei", inForeign)).toBe(0);
  // More than a search finds: the list says so.
  const isCut = async () =>
    (await inOrg((scope) => listDeliveries(scope, { status: null, event: null, search: "backerei" }))).cut;
  expect(await isCut()).toBe(false);
  await db.ownerPool.query(
    `insert into webhook_delivery (org_id, id, event, body, status)
     select $1, gen_random_uuid(), 'lead.created', $2, 'delivered' from generate_series(1, 500)`,
    [org.orgId, body],
  );
  expect(await isCut()).toBe(true);
});
