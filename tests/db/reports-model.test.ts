import type { TFunction } from "i18next";
import { beforeEach, describe, expect, test } from "vitest";
import { rankAffiliates, type RankBy } from "~/domain/reports/rank-affiliates.server";
import { readFigures } from "~/domain/reports/read-figures.server";
import { readReport } from "~/domain/reports/read-report.server";
import { addDays, day, type Day } from "~/domain/shared/dates";
import { periodBefore, type Period } from "~/domain/shared/period";
import type { Scope } from "~/domain/shared/scope";
import { leadViewOf } from "~/paths/lead-view";
import { exportNames } from "~/paths/export-names";
import { readLeadsScreen } from "~/routes/_app.leads/read-leads-screen.server";
import { linksOf } from "~/routes/_app.reports/links";
import { exportLists } from "~/server/exports/lists.server";
import { agency, activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { expectExactAggregates } from "../support/aggregates";
import { useDatabase } from "../support/database";
import { keyOf, modelOf, ofAffiliate, timesOf, type Row } from "../support/report-model";

const db = useDatabase({ each: true });
let org: Org;
let other: Org;
let affiliate: Affiliate;

const period = (from: string, to: string): Period => ({ from: day(from), to: day(to) });
const november = period("2026-11-01", "2026-11-30");
const report = (of: Period) => asOwner(db.database, org, (scope) => readReport(scope, of));
const ranking = (of: Period, by: RankBy, most = 10) =>
  asOwner(db.database, org, (scope) => rankAffiliates(scope, { period: of, before: periodBefore(of), by, most }));

beforeEach(async () => {
  ({ org, affiliate } = await agency(db.database));
  other = await createOrg(db.database);
});

describe("[REP-01] reports, compared with single rows", () => {
  const currencies = ["EUR", "USD", "JPY"];
  let seed = 7;
  /** Returns a number below `most`, the same in every run. */
  const dice = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  const anyDay = (): Day => addDays(day("2026-05-20"), dice(250));

  test("have exact figures for random periods, their parts, the ranking and the affiliates' months", async () => {
    const people = [affiliate, await activeAffiliate(db.database, org), await activeAffiliate(db.database, org)];
    const stranger = await activeAffiliate(db.database, other);
    const rows: Row[] = [];
    for (let index = 0; index < 120; index++) rows.push(anyRow([...people.map((one) => one.affiliateId), null]));
    for (const row of rows) await write(org, row);
    for (let index = 0; index < 20; index++) await write(other, anyRow([stranger.affiliateId]));
    await db.ownerPool.query("select app.fold_aggregates()");
    await expectExactAggregates(db.ownerPool);
    db.at("2026-11-22T12:00:00Z");
    const today = day("2026-11-22");

    const periods = [
      november,
      period("2026-10-01", "2026-12-31"),
      period("2026-01-01", "2026-12-31"),
      ...Array.from({ length: 6 }, () => {
        const [one, two] = [anyDay(), anyDay()];
        return one <= two ? { from: one, to: two } : { from: two, to: one };
      }),
    ];
    for (const one of periods) {
      const { total, totalBefore, before, parts } = await report(one);
      expect(total).toEqual({ ...modelOf(rows, one, today), times: timesOf(rows, one) });
      expect(totalBefore).toEqual({ ...modelOf(rows, before, today), times: timesOf(rows, before) });
      for (const { from, to, ...part } of parts) expect(part).toEqual(modelOf(rows, { from, to }, today));
      const { leads, qualified, won } = total;
      expect(await countsBehind(one)).toEqual({
        leads,
        qualified,
        won,
        deals: total.deals.count,
        paid: total.paid.count,
        owed: total.owed.count,
        planned: total.planned.count,
      });
      for (const by of ["leads", "deals", ...currencies.map((currency) => ({ currency }))] as RankBy[]) {
        const { top, more } = await ranking(one, by);
        expect(more).toBe(false);
        const keys = top.map(({ now }) => keyOf(now, by));
        expect(keys).toEqual(keys.toSorted((a, b) => b - a));
        const wanted = people.filter(({ affiliateId }) => keyOf(ofAffiliate(rows, affiliateId, one), by) > 0);
        expect(new Set(top.map(({ id }) => id))).toEqual(new Set(wanted.map((person) => person.affiliateId)));
        for (const { id, now, before: earlier } of top) {
          expect(now).toEqual(ofAffiliate(rows, id, one));
          expect(earlier).toEqual(ofAffiliate(rows, id, periodBefore(one)));
        }
      }
    }
    expect(await ranking(period("2026-01-01", "2026-12-31"), "leads", 2)).toMatchObject({
      top: { length: 2 },
      more: true,
    });
    const months = [november, period("2026-06-01", "2026-10-31")];
    for (const person of people) {
      const own = rows.filter((row) => row.affiliate === person.affiliateId);
      const read = await asAffiliate(db.database, org, person, (scope) =>
        readFigures(scope, months, person.affiliateId),
      );
      expect(read).toEqual(months.map((month) => modelOf(own, month, today)));
    }
  });

  /** Counts the rows of the export behind each figure of a period; for leads also what the list shows. */
  async function countsBehind(of: Period): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const [figure, link] of Object.entries(linksOf({ ...of, name: null }))) {
      const { pathname, searchParams: params, search } = new URL(link, "https://example.com");
      const tab = params.get("tab");
      const list = tab === "deals" ? "deals" : exportNames.find((name) => pathname === `/${name}`)!;
      const enter = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
      const file = await exportLists[list].start(
        { first: enter, page: enter },
        { name: list, params, format: "plain", t: ((key: string) => key) as TFunction },
      );
      const pieces: Buffer[] = [];
      for await (const piece of file) pieces.push(piece);
      const lines = Buffer.concat(pieces).toString().trimEnd().split("\n");
      counts[figure] = lines.length - 1;
      if (list !== "leads") continue;
      const view = leadViewOf({ pathname, search });
      const { list: shown } = await enter((scope) => readLeadsScreen(scope, view, "list", params));
      expect(shown).toMatchObject({ kind: "all", total: { count: counts[figure] } });
    }
    return counts;
  }

  function anyRow(affiliates: (string | null)[]): Row {
    const submitted = anyDay();
    const qualified = dice(3) > 0 ? addDays(submitted, dice(20)) : null;
    const won = dice(2) > 0 ? addDays(qualified ?? submitted, dice(30)) : null;
    const currency = currencies[dice(3)]!;
    const maybePaid = (from: Day) => (dice(2) > 0 ? addDays(from, dice(40)) : null);
    const affiliateId = affiliates[dice(affiliates.length)]!;
    if (!won) return { affiliate: affiliateId, submitted, qualified, won, deal: null, payments: [] };
    const close = addDays(won, -dice(5));
    const monthly = affiliateId !== null && dice(3) === 0;
    const amount = 1 + dice(1_000_000);
    const worth = dice(3) > 0 ? null : monthly && dice(2) === 0 ? dice(amount + 1) : 0;
    return {
      affiliate: affiliateId,
      submitted,
      qualified,
      won,
      deal: {
        close,
        money: { amount, currency },
        worth,
        commission: monthly || affiliateId === null ? 0 : 1 + dice(90_000),
        paidOn: monthly || affiliateId === null ? null : maybePaid(close),
      },
      payments: monthly
        ? [0, 30, 61].map((after) => {
            const due = addDays(close, after);
            return { due, money: { amount: 1 + dice(9_000), currency }, paidOn: maybePaid(due) };
          })
        : [],
    };
  }

  /** Writes a row as it is after its steps, with times at both ends of their days. */
  async function write(who: Org, row: Row) {
    const moment = (of: Day) => `${of} ${dice(2) === 0 ? "00:00:00" : "23:59:59.999"} Europe/Berlin`;
    const insert = async (table: string, columns: Record<string, unknown>) => {
      const names = Object.keys(columns);
      const { rows } = await db.ownerPool.query(
        `insert into ${table} (org_id, id, ${names.join(", ")})
         values ($1, gen_random_uuid(), ${names.map((_, index) => `$${index + 2}`).join(", ")}) returning id`,
        [who.orgId, ...Object.values(columns)],
      );
      return rows[0].id as string;
    };
    const isLost = !row.won && dice(3) === 0;
    const lead = await insert("lead", {
      affiliate_id: row.affiliate,
      company_name: "a",
      contact_person: "b",
      email: "c@example.com",
      status: row.won ? "converted" : isLost ? "lost" : row.qualified ? "qualified" : "new",
      created_at: moment(row.submitted),
    });
    const change = (from: string, to: string, on: Day, time?: string) =>
      insert("lead_status_change", {
        lead_id: lead,
        affiliate_id: row.affiliate,
        from_status: from,
        to_status: to,
        actor: "operator",
        created_at: time ? `${on} ${time} Europe/Berlin` : moment(on),
      });
    if (row.qualified) {
      await change("new", "qualified", row.qualified, "00:00:00");
      // Qualified twice; the first time counts.
      if (!row.won && dice(4) === 0) await change("contacted", "qualified", addDays(row.qualified, 3));
    }
    if (isLost) await change(row.qualified ? "qualified" : "new", "lost", row.qualified ?? row.submitted);
    if (row.won) await change("new", "converted", row.won, "23:59:59.999");
    if (!row.deal) return;
    const { close, money, worth, commission, paidOn } = row.deal;
    const deal = await insert("deal", {
      lead_id: lead,
      affiliate_id: row.affiliate,
      title: "d",
      amount: money.amount,
      currency: money.currency,
      deal_type: row.payments.length > 0 ? "recurring" : "one-time",
      close_date: close,
      commission_amount: commission,
      commission_currency: money.currency,
      commission_trace: "{}",
      commission_paid: paidOn !== null,
      payment_date: paidOn,
      // With a reason that keeps every commission.
      ...(worth !== null && { ended_on: close, end_reason: "our_fault", ended_amount: worth }),
      ...(row.payments.length > 0 && {
        mrr: money.amount,
        contract_duration_months: 3,
        contract_start_date: close,
        contract_end_date: addDays(close, 92),
      }),
    });
    for (const { due, money, paidOn } of row.payments) {
      await insert("commission_payment", {
        deal_id: deal,
        affiliate_id: row.affiliate,
        amount: money.amount,
        currency: money.currency,
        period_start: due,
        status: paidOn ? "paid" : "pending",
        paid_date: paidOn,
      });
    }
  }
});
