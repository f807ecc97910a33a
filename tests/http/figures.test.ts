import { beforeAll, describe, expect, test } from "vitest";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { endReasons, type EndReason } from "~/domain/deals/deal-end";
import { endDealSchema } from "~/domain/deals/deal-end.schema";
import { endDeal } from "~/domain/deals/end-deal.server";
import { moveLead } from "~/domain/leads/move-lead.server";
import { addDays, todayIn, type Day } from "~/domain/shared/dates";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { attributes, textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

// Figures and the lists behind them, read from pages as a person reads them.

const db = useDatabase();
const site = useSite(db);
const today = todayIn("Europe/Berlin", new Date());
let org: Org;
let people: Affiliate[];
let staff: Visitor;

beforeAll(async () => {
  org = await createOrg(db.database);
  // Without digits, which are figures here.
  const named = (name: string) => activeAffiliate(db.database, org, { name });
  people = [await named("Ada"), await named("Zoe")];
  for (const person of people) await withTerms(db.database, org, person);
  const closes = [today, addDays(today, -33), addDays(today, -370)];
  for (const [index, close] of closes.entries()) {
    for (const reason of [null, ...endReasons]) {
      for (const person of [...people, null]) await deals(person, close, reason, index);
    }
  }
  staff = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
}, 240_000);

/** Deals that are paid once, and monthly ones of which the last ends later than at once; of the first person more of each. */
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
  if (person === people[0] || (person && reason)) await pay(made[0]!.id, made.at(-1)!.id);
  if (!reason) return;
  for (const [place, { id }] of made.entries()) {
    const day = place === made.length - 1 && index > 0 ? addDays(close, 32) : close;
    const input = endDealSchema.parse({ deal_id: id, reason, day, note: "" });
    await asOwner(db.database, org, (scope) => endDeal(scope, input));
  }
  // The lead of a deal of which nothing is left may be lost by now.
  const left = reason === "our_fault" ? null : (unpaid[0] ?? made[0]!).leadId;
  if (left)
    await asOwner(db.database, org, (scope) => moveLead(scope, { leadId: left, to: "lost", reason: null }));
}

async function pay(deal: string, monthly: string) {
  const { rows } = await db.ownerPool.query<{ id: string }>(
    "select id from commission_payment where deal_id = $1 and period_start <= $2 order by period_start",
    [monthly, today],
  );
  const payments = rows.map(({ id }) => id);
  await asOwner(db.database, org, (scope) =>
    payCommissions(scope, { deals: [deal], payments, receiptUrl: null }),
  );
}

/** Minor units by the sign of the currency. */
type Sums = Record<string, number>;
const MONEY = /([€$])([\d,]+\.\d\d)/g;
const moneyIn = (text: string): [sign: string, amount: number][] =>
  [...text.matchAll(MONEY)].map(([, sign, amount]) => [sign!, Number(amount!.replace(/[,.]/g, ""))]);
const countIn = (text: string): number | null => {
  const found = /(?<![\d.,€$])\d[\d,]*(?![\d.,]*%)/.exec(text.replace(MONEY, ""));
  return found && Number(found[0].replaceAll(",", ""));
};

/** The rows of a list on all its pages, as texts, and their sums. */
async function listAt(path: string, who = staff): Promise<{ count: number; sums: Sums; rows: string[] }> {
  const rows: string[] = [];
  let next: string | undefined = path;
  while (next) {
    const { text, status } = await who.open(next);
    expect(status, next).toBe(200);
    // Sums by month may stand above it.
    const table = text.slice(Math.max(0, text.lastIndexOf("data-list=")));
    const body = /^data-list.*?<tbody\b[^>]*>(.*?)<\/tbody>/s.exec(table)?.[1] ?? "";
    rows.push(
      ...body
        .split(/<tr\b/)
        .slice(1)
        .map((row) => textIn(`<tr${row}`)),
    );
    const onward = /<a\b[^>]*rel="next"[^>]*>/.exec(text)?.[0];
    next = onward && attributes(onward, "href")[0];
  }
  return { count: rows.length, sums: sumsOf(rows), rows };
}

/** The sums of the first amount of each row, or another one; of a deal that has ended of what it was worth until then. */
function sumsOf(rows: readonly string[], place = 0): Sums {
  const sums: Sums = {};
  for (const row of rows) {
    const [sign, amount] = moneyIn(row.slice(Math.max(0, row.indexOf("Until the end")))).at(place) ?? [];
    if (sign) sums[sign] = (sums[sign] ?? 0) + amount!;
  }
  return sums;
}

/** A figure: the link that carries it, and what is said of it beside. */
interface Figure {
  to: string;
  count: number | null;
  money: [sign: string, amount: number][];
  words: string;
}

/** The figures of a page that lead to a list. */
function figuresOf(html: string): Figure[] {
  const main = html.slice(html.indexOf("<main"));
  return [...main.matchAll(/<a\b[^>]*>(.*?)<\/a>/gs)].flatMap(({ 0: link, 1: inside, index }): Figure[] => {
    const to = attributes(link, "href")[0] ?? "";
    const words = textIn(inside!).trim();
    if (!/^\/(leads|commissions|transactions)(\?|$)/.test(to) || !/\d/.test(words)) return [];
    const card = main.slice(main.lastIndexOf("<dt", index), index);
    const hint = textIn(main.slice(index, index + main.slice(index).search(/<dt|<\/dl>/)));
    // A rate says in its hint of how many leads it is one; an amount how many rows it is the sum of.
    const reached = /([\d,]+) of the period/.exec(hint)?.[1];
    const inCard = /^[\d,]+ payments?$/.test(words) ? moneyIn(textIn(card)) : [];
    const count = reached ? countIn(reached) : words.includes("%") ? null : countIn(words);
    const ofHint = count === null && !reached ? /([\d,]+) (?:deals?|payments?)\b/.exec(hint)?.[1] : undefined;
    return [
      { to, words, money: [...moneyIn(words), ...inCard], count: count ?? (ofHint ? countIn(ofHint) : null) },
    ];
  });
}

/** Opens the list behind every figure of a page, and returns the figures beside what their lists show. */
async function compared(path: string) {
  const figures = figuresOf((await staff.open(path)).text);
  const said: string[] = [];
  const shown: string[] = [];
  for (const { to, count, money, words } of figures) {
    const list = await listAt(to);
    const says = (of: number | null, sumOf: (sign: string, amount: number) => number) =>
      `${words}, ${to}: ${of} rows, ${money.map(([sign, amount]) => sign + sumOf(sign, amount)).join(" ")}`;
    said.push(says(count, (_, amount) => amount));
    shown.push(says(count === null && money.length > 0 ? null : list.count, (sign) => list.sums[sign] ?? 0));
  }
  return { said, shown };
}

const ofDays = (from: Day, to: Day) => `from=${from}&to=${to}`;
const ever = ofDays(addDays(today, -500), addDays(today, 100));

describe("[REP-01] [LEAD-16] a figure's link shows exactly what it counts, also of deals that have ended", () => {
  test.each([
    ["this month", "period=this-month"],
    ["last month", "period=last-month"],
    ["this year", "period=this-year"],
    ["last year", "period=last-year"],
    ["days within months", ofDays(addDays(today, -40), addDays(today, -3))],
    ["all together, by deals", `${ever}&rank=deals`],
  ])("in the report of %s", async (_, period) => {
    const { said, shown } = await compared(`/reports?${period}`);
    expect(shown).toEqual(said);
    expect(said.length).toBeGreaterThanOrEqual(7);
  });

  test("on the pages of affiliates, and in the sums that are due to each", async () => {
    for (const { affiliateId } of people) {
      const { said, shown } = await compared(`/affiliates/${affiliateId}`);
      expect(shown).toEqual(said);
      // What is due, planned and paid; lost leads; deals, and those of which something is owed back.
      expect(said.length).toBeGreaterThanOrEqual(6);
      const page = textIn((await staff.open(`/affiliates/${affiliateId}`)).text);
      const [, claimed] = /deals, owed back in all (\S+)/.exec(page)!;
      const { rows } = await listAt(`/leads?tab=deals&deals=owed_back&affiliate=${affiliateId}`);
      const owedBack = rows.map((row) => row.slice(row.indexOf("Owed back:")));
      expect([sumsOf(owedBack)]).toEqual([Object.fromEntries(moneyIn(claimed!))]);
    }
    const { said, shown } = await compared("/commissions");
    expect(shown).toEqual(said);
    expect(said.filter((one) => /^(Ada|Zoe)/.test(one))).toHaveLength(2);
  });
});

describe("[POR-02] [POR-08] [LEAD-16] in the portal", () => {
  test("the dashboard counts what the lists of leads, deals and earnings show", async () => {
    for (const person of people) {
      const door = { door: "affiliate", affiliateOrgId: org.orgId } as const;
      const session = await signIn(db.database, person, door);
      const portal = await openVisitor(site, { language: "en", session });
      const dashboard = textIn((await portal.open("/affiliate/dashboard")).text);
      const deals = await listAt("/affiliate/leads?tab=deals", portal);
      const [, won, leads] = /Won deals: (\d+), leads: (\d+)/.exec(dashboard)!.map(Number);
      expect(won).toBe(deals.rows.filter((row) => !/Until the end: .0\.00/.test(row)).length);
      // Each lead here has one deal, and a canceled deal may have lost its lead.
      expect(leads).toBe(deals.count);
      const { rows } = await listAt("/affiliate/earnings?period=all", portal);
      const of = (state: RegExp) =>
        sumsOf(
          rows.filter((row) => state.test(row)),
          -1,
        );
      const sign = person === people[1] ? "$" : "€";
      const shown = (label: string) => moneyIn(dashboard.slice(dashboard.indexOf(label)))[0];
      expect(shown("Total earnings")).toEqual([sign, of(/\bPaid\b/)[sign]]);
      expect(shown("Open commissions")).toEqual([sign, of(/\bDue\b/)[sign]]);
    }
  });
});
