import { beforeAll, describe, expect, test } from "vitest";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { endReasons, type EndReason } from "~/domain/deals/deal-end";
import { endDealSchema } from "~/domain/deals/deal-end.schema";
import { endDeal } from "~/domain/deals/end-deal.server";
import { moveLead } from "~/domain/leads/move-lead.server";
import { addDays, todayIn, type Day } from "~/domain/shared/dates";
import { paths } from "~/paths/paths";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { isNightly } from "../support/nightly";
import { added, cardsOf, comparedFigures, moneyIn, readFile, readList, sumsOf } from "../support/read-lists";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

// Figures and the lists behind them, read from pages as a user reads them.

const db = useDatabase();
const site = useSite(db);
const today = todayIn("Europe/Berlin", new Date());
let org: Org;
let people: Affiliate[];
let staff: Visitor;
let portals: Visitor[];

beforeAll(async () => {
  org = await createOrg(db.database);
  // Without digits, which count as figures here.
  const named = (name: string) => activeAffiliate(db.database, org, { name });
  people = [await named("Ada"), await named("Zoe")];
  for (const person of people) await withTerms(db.database, org, person);
  const closes = [today, addDays(today, -33), addDays(today, -370)];
  for (const [index, close] of closes.entries()) {
    for (const reason of [null, ...endReasons]) {
      for (const person of [...people, null]) await deals(person, close, reason, index);
    }
  }
  const visitor = (session: string) => openVisitor(site, { language: "en", session });
  staff = await visitor(await signIn(db.database, org.owner));
  const door = { door: "affiliate", affiliateOrgId: org.orgId } as const;
  portals = [];
  for (const person of people) portals.push(await visitor(await signIn(db.database, person, door)));
}, 240_000);

/** Creates one-time deals, and recurring ones, the last of which ends later; the first affiliate gets more of each. */
async function deals(person: Affiliate | null, close: Day, reason: EndReason | null, index: number) {
  const of = async (more: Record<string, string>) => ({
    currency: person === people[1] ? "USD" : "EUR",
    lead_id: await (person ? submittedLead(db.database, org, person) : addedLead(db.database, org)),
    ...more,
  });
  const once = async () => oneTimeDeal(db.database, org, people[0]!, await of({ close_date: close }));
  const terms = { contract_start_date: close, contract_duration_months: "3" };
  const monthly = async () => recurringDeal(db.database, org, people[0]!, await of(terms));
  const unpaid = person === people[0] ? [await once(), await monthly()] : [];
  const made = [await once(), ...unpaid, await monthly()];
  if (person === people[0] || (person && reason)) {
    await pay(made[0]!.id, made.at(-1)!.id, index === 1 ? "https://bank.example/1" : null);
  }
  if (!reason) return;
  for (const [place, { id }] of made.entries()) {
    const day = place === made.length - 1 && index > 0 ? addDays(close, 32) : close;
    const input = endDealSchema.parse({ deal_id: id, reason, day, note: "" });
    await asOwner(db.database, org, (scope) => endDeal(scope, input));
  }
  // The lead of a completely canceled deal may be lost by now.
  const left = reason === "our_fault" ? null : (unpaid[0] ?? made[0]!).leadId;
  if (left) await asOwner(db.database, org, (scope) => moveLead(scope, { leadId: left, to: "lost", reason: null }));
}

async function pay(deal: string, monthly: string, receiptUrl: string | null) {
  const { rows } = await db.ownerPool.query<{ id: string }>(
    "select id from commission_payment where deal_id = $1 and period_start <= $2 order by period_start",
    [monthly, today],
  );
  const payments = rows.map(({ id }) => id);
  await asOwner(db.database, org, (scope) => payCommissions(scope, { deals: [deal], payments, receiptUrl }));
}

const ofDays = (from: Day, to: Day) => `from=${from}&to=${to}`;
const ever = ofDays(addDays(today, -500), addDays(today, 100));

describe("[REP-01] [LEAD-16] a figure's link shows exactly what it counts, also for ended deals", () => {
  test.each([
    ["this month", "period=this-month"],
    ["last month", "period=last-month"],
    ["this year", "period=this-year"],
    ["last year", "period=last-year"],
    ["days within months", ofDays(addDays(today, -40), addDays(today, -3))],
    ["all together, by deals", `${ever}&rank=deals`],
  ])("in the report of %s", async (_, period) => {
    const { said, shown } = await comparedFigures(staff, (await staff.open(`/reports?${period}`)).text);
    expect(shown).toEqual(said);
    expect(said.length).toBeGreaterThanOrEqual(7);
  });

  test("on the pages of affiliates, and in the sums due to each", async () => {
    for (const { affiliateId } of people) {
      const { text } = await staff.open(`/affiliates/${affiliateId}`);
      const { said, shown } = await comparedFigures(staff, text);
      expect(shown).toEqual(said);
      // Amounts due, planned and paid; lost leads; deals, and those with claims.
      expect(said.length).toBeGreaterThanOrEqual(6);
      const [, claimed] = /deals, owed back in all (\S+)/.exec(textIn(text))!;
      const { rows } = await readList(staff, `/leads?tab=deals&deals=owed_back&affiliate=${affiliateId}`);
      const owedBack = rows.map((row) => row.slice(row.indexOf("Owed back:")));
      expect([sumsOf(owedBack)]).toEqual([Object.fromEntries(moneyIn(claimed!))]);
    }
    const { said, shown } = await comparedFigures(staff, (await staff.open("/commissions")).text);
    expect(shown).toEqual(said);
    expect(said.filter((one) => /^(Ada|Zoe)/.test(one))).toHaveLength(2);
  });
});

describe("[POR-02] [POR-08] [LEAD-16] in the portal", () => {
  test("the dashboard counts what the lists of leads, deals and earnings show", async () => {
    for (const [index, portal] of portals.entries()) {
      const dashboard = textIn((await portal.open("/affiliate/dashboard")).text);
      const deals = await readList(portal, "/affiliate/leads?tab=deals");
      const [, won, leads] = /Won deals: (\d+), leads: (\d+)/.exec(dashboard)!.map(Number);
      expect(won).toBe(deals.rows.filter((row) => !/Until the end: .0\.00/.test(row)).length);
      // Each lead here has one deal, and a canceled deal may have lost its lead.
      expect(leads).toBe(deals.count);
      const ofStaff = await readList(staff, `/affiliates/${people[index]!.affiliateId}`);
      const back = deals.rows.map((row) => row.slice(row.indexOf("Owed back:")));
      const claimed = back.filter((row) => row.startsWith("Owed back"));
      const [, owedBack] = /deals, owed back in all (\S+)/.exec(textIn(ofStaff.page))!;
      expect(sumsOf(claimed)).toEqual(added(moneyIn(owedBack!)));
      const { rows } = await readList(portal, "/affiliate/earnings?period=all");
      const of = (state: RegExp) =>
        sumsOf(
          rows.filter((row) => state.test(row)),
          -1,
        );
      const sign = index === 1 ? "$" : "€";
      const shown = (label: string) => moneyIn(dashboard.slice(dashboard.indexOf(label)))[0];
      expect(shown("Total earnings")).toEqual([sign, of(/\bPaid\b/)[sign]]);
      expect(shown("Open commissions")).toEqual([sign, of(/\bDue\b/)[sign]]);
    }
  });

  test("the chart of earnings draws each amount of its table", async () => {
    for (const portal of portals) {
      const { text } = await portal.open("/affiliate/dashboard");
      const chart = /<figure.*<\/figure>/s.exec(text)![0];
      const amounts = moneyIn(textIn(/<table.*?<\/table>/s.exec(text.slice(text.indexOf(chart)))![0]));
      expect(amounts.length).toBeGreaterThan(3);
      const drawn = [...chart.matchAll(/style="height:([\d.]+)%/g)].map(([, height]) => Number(height));
      // Each portal here has one currency, so one axis.
      const highest = Math.max(...amounts.map(([, amount]) => amount));
      const share = Math.max(...drawn) / highest;
      expect(drawn.toSorted((one, other) => one - other).map(Math.round)).toEqual(
        amounts.map(([, amount]) => Math.round(amount * share)).toSorted((one, other) => one - other),
      );
    }
  });
});

describe("[COM-01] [TRX-01] [LEAD-15] [LEAD-16] the totals of a list equal those of its rows, on the page and in its file", () => {
  const whose = ["", () => `affiliate=${people[0]!.affiliateId}`] as const;
  // Each filter of all affiliates or of one, in turn; at night both.
  const withWhose = (all: string[]) =>
    all.flatMap((filter, index) =>
      whose
        .filter((_, place) => isNightly || place === index % 2)
        .map((of) => () => [filter, of && of()].filter(Boolean).join("&")),
    );
  const days = ofDays(addDays(today, -40), addDays(today, 20));
  const periods = ["", "period=this-month", "period=this-year", "period=last-year", days];
  const filters = withWhose([...periods, "kind=deal", "kind=payment"]);
  const search = (query: string) => Object.fromEntries(new URLSearchParams(query));

  test("of commissions", async () => {
    for (const filter of filters) {
      const total = { sums: [] as [string, number][], count: 0 };
      for (const [tab, label] of [
        ["due", "Due"],
        ["planned", "Planned"],
        ["paid", "Paid"],
      ] as const) {
        const query = [`tab=${tab}`, filter()].filter(Boolean).join("&");
        const { count, sums, page } = await readList(staff, `/commissions?${query}`);
        const card = cardsOf(page)[label]!;
        expect([query, card.sums, card.count ?? 0]).toEqual([query, sums, count]);
        const file = await readFile(staff, paths.export("commissions", search(query)), "Commission");
        expect([query, file.count, file.sums]).toEqual([query, count, sums]);
        total.sums.push(...Object.entries(sums));
        total.count += count;
      }
      const all = await readList(staff, `/commissions?tab=all&${filter()}`);
      const both = { sums: added(total.sums), count: total.count };
      expect(all).toMatchObject(both);
      expect(cardsOf(all.page)["Total"]).toEqual(both);
      const { said, shown } = await comparedFigures(staff, all.page);
      expect(shown).toEqual(said);
    }
  });

  test("of transactions", async () => {
    for (const filter of filters) {
      for (const [tab, label] of [
        ["all", "Total paid"],
        ["with", "With receipt"],
        ["without", "Without receipt"],
      ] as const) {
        const query = [`tab=${tab}`, filter()].filter(Boolean).join("&");
        const { count, sums, page } = await readList(staff, `/transactions?${query}`);
        expect([query, cardsOf(page)[label]]).toEqual([query, { sums, count }]);
        const file = await readFile(staff, paths.export("transactions", search(query)), "Commission");
        expect([query, file.count, file.sums]).toEqual([query, count, sums]);
      }
    }
  });

  test("of deals, and of leads by their views", async () => {
    for (const filter of withWhose(periods)) {
      for (const choice of ["", "deals=won", "deals=unpaid", "deals=owed_back"]) {
        const query = ["tab=deals", filter(), choice].filter(Boolean).join("&");
        const { count, sums, page } = await readList(staff, `/leads?${query}`);
        const [, said, amounts] = />([\d,]+) deals?<\/span>(.*?)<\/p>/s.exec(page) ?? [];
        if (said) expect([query, Number(said), added(moneyIn(textIn(amounts!)))]).toEqual([query, count, sums]);
        else if (/period=|from=/.test(query) && choice !== "deals=unpaid" && choice !== "deals=owed_back")
          expect([query, count]).toEqual([query, 0]);
        const file = await readFile(staff, paths.export("deals", search(query)), "Amount");
        expect([query, file.count, file.sums]).toEqual([query, count, sums]);
        const { said: tabs, shown } = await comparedFigures(staff, page);
        expect(shown).toEqual(tabs);
      }
    }
  });

  test("of an affiliate's own leads, deals and earnings", async () => {
    for (const portal of portals) {
      for (const filter of ["", "period=this-month", "period=last-year", ofDays(addDays(today, -40), today)]) {
        const { said, shown } = await comparedFigures(portal, (await portal.open(`/affiliate/leads?${filter}`)).text);
        expect(shown).toEqual(said);
        expect(said).toHaveLength(2);
        const query = filter || "period=all";
        const { rows, page } = await readList(portal, `/affiliate/earnings?${query}`);
        const file = await readFile(portal, `/affiliate/earnings.csv?${query}`, "Commission");
        for (const state of ["Paid", "Due", "Planned"]) {
          const own = rows.filter((row) => row.includes(` ${state} `));
          expect([query, state, cardsOf(page)[state]!.sums]).toEqual([query, state, sumsOf(own, -1)]);
          expect([query, state, file.rows.filter((row) => row["Status"] === state).length]).toEqual([
            query,
            state,
            own.length,
          ]);
        }
        expect([query, file.count, file.sums]).toEqual([query, rows.length, sumsOf(rows, -1)]);
      }
    }
  });
});
