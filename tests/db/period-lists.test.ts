import { NO_AFFILIATE } from "~/domain/shared/id-digits";
import { beforeAll, describe, expect, test } from "vitest";
import { listPayments } from "~/domain/commissions/list-payments.server";
import { paymentTabs, type PaymentTab, receiptFilters } from "~/domain/commissions/commission";
import { totalPayments } from "~/domain/commissions/total-payments.server";
import { countOwnDeals, listOwnDeals } from "~/domain/deals/list-own-deals.server";
import { openLeadStatuses } from "~/domain/leads/lead";
import { countOwnLeads, listOwnLeads } from "~/domain/leads/list-own-leads.server";
import { readFigures } from "~/domain/reports/read-figures.server";
import { day, todayIn, type Day } from "~/domain/shared/dates";
import { sumByCurrency } from "~/domain/shared/money";
import type { Page } from "~/domain/shared/page";
import type { Period } from "~/domain/shared/period";
import type { Scope } from "~/domain/shared/scope";
import { listTransactions, totalTransactions } from "~/domain/commissions/list-transactions.server";
import { leadViewOf } from "~/paths/lead-view";
import { readLeadsScreen } from "~/routes/_app.leads/read-leads-screen.server";
import { activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { expectExactAggregates } from "../support/aggregates";
import { useDatabase } from "../support/database";
import { isNightly } from "../support/nightly";
import { PeriodWorld, type LeadRow } from "./period-world";

// After creating the rows of a zone, the tests only read.
const db = useDatabase();
let org: Org;
let people: Affiliate[];
let world: PeriodWorld;
/** In Kiritimati this is already the next day. */
const now = "2026-11-22T11:00:00Z";
let today: Day;

const asStaff = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);

/** Returns the ids of all pages of a list, in its order. */
async function allPages(
  read: (scope: Scope, cursor: string | null) => Promise<Page<{ id: string }>>,
  run: <T>(use: (scope: Scope) => Promise<T>) => Promise<T> = asStaff,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<{ id: string }> = await run((scope) => read(scope, cursor));
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== null);
  return ids;
}

const within = (one: Day | null, { from, to }: Period) => one !== null && from <= one && one <= to;
const latestFirst = (rows: { id: string; key: string }[]) =>
  rows.toSorted((a, b) => (a.key + a.id < b.key + b.id ? 1 : -1)).map(({ id }) => id);

/** Returns what the leads screen shows at an address. */
const screen = (query: string, cursor: string | null = null) =>
  asStaff((scope) => {
    const params = new URLSearchParams(query);
    if (cursor) params.set("cursor", cursor);
    const view = leadViewOf({ pathname: "/leads", search: `?${params}` });
    return readLeadsScreen(scope, view, "list", params);
  });

function pageOf(list: Awaited<ReturnType<typeof screen>>["list"]): Page<{ id: string }> {
  if (list.kind === "board") throw new Error("not a list");
  return list.kind === "deals" ? list.deals : list.leads;
}

const screenIds = (query: string) => allPages(async (_, cursor) => pageOf((await screen(query, cursor)).list));

async function begin(zone: string) {
  db.at(now);
  today = todayIn(zone, new Date(now));
  org = await createOrg(db.database);
  await db.ownerPool.query("update organization set time_zone = $2 where org_id = $1", [org.orgId, zone]);
  people = [await activeAffiliate(db.database, org), await activeAffiliate(db.database, org)];
  world = new PeriodWorld(db.ownerPool, org, zone);
  await world.fill(150, [...people.map(({ affiliateId }) => affiliateId), null]);
  const other = await createOrg(db.database);
  const stranger = await activeAffiliate(db.database, other);
  await new PeriodWorld(db.ownerPool, other, zone).fill(15, [stranger.affiliateId, null]);
  await db.ownerPool.query("select app.fold_aggregates()");
}

const allPeriods: Period[] = [
  { from: day("2026-11-01"), to: day("2026-11-30") },
  { from: day("2026-11-07"), to: day("2026-11-07") },
  { from: day("2026-10-01"), to: day("2026-12-31") },
  { from: day("2026-01-01"), to: day("2026-12-31") },
  { from: day("2026-09-17"), to: day("2026-11-09") },
  { from: day("2025-01-01"), to: day("2025-12-31") },
];

const query = ({ from, to }: Period, affiliate: string | null, more = "") =>
  `from=${from}&to=${to}${affiliate ? `&affiliate=${affiliate}` : ""}${more}`;

describe.each(["Europe/Berlin", "Pacific/Kiritimati", "America/Los_Angeles"])(
  "[LEAD-15] lists of a period in %s, compared with single rows",
  (zone) => {
    // The other zones differ at the ends of a day, which a month and a day cover.
    const periods = zone === "Europe/Berlin" || isNightly ? allPeriods : allPeriods.slice(0, 2);
    beforeAll(async () => {
      await begin(zone);
    });

    const whose = () => [null, people[0]!.affiliateId, people[1]!.affiliateId, NO_AFFILIATE];
    const of = <Row extends { affiliate: string | null }>(rows: Row[], affiliate: string | null) =>
      rows.filter((row) => affiliate === null || (row.affiliate ?? NO_AFFILIATE) === affiliate);

    test("contain leads by day of submission, the archive by day of loss, deals by close date", async () => {
      await expectExactAggregates(db.ownerPool);
      for (const period of periods) {
        for (const affiliate of whose()) {
          const leads = of(world.leads, affiliate);
          const submitted = leads.filter((lead) => within(lead.submitted, period));
          const open = submitted.filter(({ status }) => (openLeadStatuses as string[]).includes(status));
          const lost = leads.filter((lead) => within(lead.lostOn, period));
          const deals = of(world.deals, affiliate).filter(({ close }) => within(close, period));
          const byMoment = (rows: LeadRow[]) => latestFirst(rows.map(({ id, createdAt }) => ({ id, key: createdAt })));

          const { tabs, list } = await screen(query(period, affiliate));
          expect(tabs).toEqual({
            pipeline: { count: open.length, cut: false },
            deals: { count: deals.length, cut: false },
            archive: { count: lost.length, cut: false },
          });
          expect(list).toMatchObject({ kind: "list", total: { count: open.length } });
          expect(await screenIds(query(period, affiliate))).toEqual(byMoment(open));
          for (const status of openLeadStatuses) {
            const own = open.filter((lead) => lead.status === status);
            expect(await screenIds(query(period, affiliate, `&status=${status}`))).toEqual(byMoment(own));
          }

          const all = query(period, affiliate, "&status=all");
          expect(await screenIds(all)).toEqual(byMoment(submitted));
          expect((await screen(all)).list).toMatchObject({
            kind: "all",
            total: { count: submitted.length },
          });

          expect(await screenIds(query(period, affiliate, "&tab=archive"))).toEqual(
            latestFirst(lost.map(({ id, lostOn }) => ({ id, key: lostOn! }))),
          );
          const ofDeals = query(period, affiliate, "&tab=deals");
          expect(await screenIds(ofDeals)).toEqual(latestFirst(deals.map(({ id, close }) => ({ id, key: close }))));
          expect((await screen(ofDeals)).list).toMatchObject({
            total: { count: deals.length },
            sum: sumByCurrency(deals.map(({ worth }) => worth)),
          });
          const won = deals.filter(({ worth }) => worth.amount > 0);
          expect(await screenIds(`${ofDeals}&deals=won`)).toEqual(
            latestFirst(won.map(({ id, close }) => ({ id, key: close }))),
          );
          expect((await screen(`${ofDeals}&deals=won`)).list).toMatchObject({
            total: { count: won.length },
            sum: sumByCurrency(won.map(({ worth }) => worth)),
          });
          const unpaid = deals.filter(({ isUnpaid }) => isUnpaid(today));
          expect(await screenIds(`${ofDeals}&deals=unpaid`)).toEqual(
            latestFirst(unpaid.map(({ id, close }) => ({ id, key: close }))),
          );
        }
      }
    });

    test("contain the same leads on the board and in a search", async () => {
      const [period] = periods as [Period];
      const params = new URLSearchParams(query(period, null));
      const view = leadViewOf({ pathname: "/leads", search: `?${params}` });
      const { list } = await asStaff((scope) => readLeadsScreen(scope, view, "board", params));
      const open = world.leads.filter(
        ({ submitted, status }) => within(submitted, period) && (openLeadStatuses as string[]).includes(status),
      );
      if (list.kind !== "board") throw new Error("no board");
      expect(new Set(list.board.leads.map(({ id }) => id))).toEqual(new Set(open.map(({ id }) => id)));
      for (const { status, count } of list.board.columns) {
        expect(count).toBe(open.filter((lead) => lead.status === status).length);
      }
      const found = new Set(await screenIds(query(period, null, "&q=needle")));
      expect(found).toEqual(new Set(open.filter(({ needle }) => needle).map(({ id }) => id)));
      const deals = new Set(await screenIds(query(period, null, "&q=needle&tab=deals")));
      expect(deals).toEqual(
        new Set(world.deals.filter(({ close, needle }) => needle && within(close, period)).map(({ id }) => id)),
      );
    });

    test("contain commissions by due date, paid ones by payment date, both together by either; transactions by payment date", async () => {
      for (const period of periods) {
        for (const affiliateId of whose().filter((one) => one !== NO_AFFILIATE)) {
          for (const kind of [null, "deal", "payment"] as const) {
            const own = of(world.commissions, affiliateId).filter((one) => !kind || one.kind === kind);
            const dayOf = (one: (typeof own)[number]) => one.paidOn ?? one.due;
            const counted = own.filter((one) => within(dayOf(one), period));
            const shown: Record<PaymentTab, typeof own> = {
              due: counted.filter(({ paidOn, due }) => !paidOn && due <= today),
              waiting: [],
              planned: counted.filter(({ paidOn, due }) => !paidOn && due > today),
              paid: counted.filter(({ paidOn }) => paidOn),
              all: counted,
            };
            const filter = { kind, affiliateId, period };
            for (const tab of paymentTabs) {
              const sorted = latestFirst(shown[tab].map((one) => ({ id: one.id, key: dayOf(one) })));
              const earliest = tab !== "paid" && tab !== "all";
              expect(await allPages((scope, cursor) => listPayments(scope, tab, { ...filter, cursor }))).toEqual(
                earliest ? sorted.toReversed() : sorted,
              );
            }
            const total = (rows: typeof own) => ({
              count: rows.length,
              amounts: sumByCurrency(rows.map(({ money }) => money)),
            });
            expect(await asStaff((scope) => totalPayments(scope, filter))).toEqual({
              due: { state: "due", ...total(shown.due) },
              waiting: { state: "waiting", ...total(shown.waiting) },
              planned: { state: "planned", ...total(shown.planned) },
              paid: { state: "paid", ...total(shown.paid) },
            });
            const receipts = {
              all: shown.paid,
              with: shown.paid.filter(({ receipt }) => receipt),
              without: shown.paid.filter(({ receipt }) => !receipt),
            };
            for (const tab of receiptFilters) {
              const ids = await allPages((scope, cursor) => listTransactions(scope, tab, { ...filter, cursor }));
              expect(ids).toEqual(latestFirst(receipts[tab].map(({ id, paidOn }) => ({ id, key: paidOn! }))));
            }
            expect(await asStaff((scope) => totalTransactions(scope, filter))).toEqual({
              all: total(receipts.all),
              with: total(receipts.with),
              without: total(receipts.without),
            });
          }
        }
      }
    });

    test("[REP-01] behind a report have its sums", async () => {
      for (const period of periods) {
        const [figures] = await asStaff((scope) => readFigures(scope, [period]));
        const leads = await screen(query(period, null, "&status=all"));
        expect(leads.list).toMatchObject({ total: { count: figures!.leads } });
        expect(await screenIds(query(period, null, "&status=all"))).toHaveLength(figures!.leads);
        const deals = await screen(query(period, null, "&tab=deals&deals=won"));
        expect(deals.list).toMatchObject({
          total: { count: figures!.deals.count },
          sum: figures!.deals.amounts,
        });
        const { all } = await asStaff((scope) => totalTransactions(scope, { period }));
        expect(all).toEqual(figures!.paid);
        const { due, planned } = await asStaff((scope) => totalPayments(scope, { period }));
        expect([due, planned]).toMatchObject([figures!.owed, figures!.planned]);
      }
    });

    test("of the portal have correct counts", async () => {
      for (const period of periods) {
        for (const person of people) {
          const run = <T>(use: (scope: Scope) => Promise<T>) => asAffiliate(db.database, org, person, use);
          const leads = of(world.leads, person.affiliateId).filter(
            ({ submitted, status }) => status !== "converted" && within(submitted, period),
          );
          const deals = of(world.deals, person.affiliateId).filter(({ close }) => within(close, period));
          expect(await allPages((scope, cursor) => listOwnLeads(scope, cursor, period), run)).toEqual(
            latestFirst(leads.map(({ id, createdAt }) => ({ id, key: createdAt }))),
          );
          expect(await allPages((scope, cursor) => listOwnDeals(scope, cursor, period), run)).toEqual(
            latestFirst(deals.map(({ id, close }) => ({ id, key: close }))),
          );
          expect(await run((scope) => countOwnLeads(scope, period))).toBe(leads.length);
          expect(await run((scope) => countOwnDeals(scope, period))).toBe(deals.length);
        }
      }
    });
  },
);
