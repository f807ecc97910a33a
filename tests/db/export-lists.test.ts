import { beforeEach, describe, expect, test } from "vitest";
import type { EndReason } from "~/domain/deals/deal-end";
import { endDealSchema } from "~/domain/deals/deal-end.schema";
import { endDeal } from "~/domain/deals/end-deal.server";
import { todayIn } from "~/domain/shared/dates";
import type { ExportName } from "~/paths/export-names";
import { sessionCookie } from "~/server/app-context.server";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { answer, rowsOf } from "../support/exports";
import { useRoutes } from "../support/web";

const db = useDatabase();
useRoutes(db);
let org: Org;
let affiliate: Affiliate;
let cookie: string;

const cookieOf = async (...args: Parameters<typeof signIn> extends [unknown, ...infer Rest] ? Rest : never) =>
  (await sessionCookie().serialize(await signIn(db.database, ...args))).split(";")[0]!;

beforeEach(async () => {
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org, { name: "Möller & Söhne" });
  await withTerms(db.database, org, affiliate);
  cookie = await cookieOf(org.owner);
});

const ask = (name: ExportName, params = {}, { as = cookie, language = "en" } = {}) =>
  answer(name, params, { cookie: as, language });
const rows = async (name: ExportName, params = {}) => rowsOf(await ask(name, params));
const column = async (name: ExportName, at: number, params = {}) => (await rows(name, params)).map((row) => row[at]);

/** Marks the deal paid on 3 February, with a receipt. */
const pay = (id: string) =>
  db.ownerPool.query(
    `update deal set commission_paid = true, payment_date = '2026-02-03', receipt_url = 'https://bank.example/1'
     where id = $1`,
    [id],
  );

const end = (deal_id: string, reason: EndReason, on: string) =>
  asOwner(db.database, org, (scope) => endDeal(scope, endDealSchema.parse({ deal_id, reason, day: on, note: "" })));

describe("[API-03] the CSV export of each list", () => {
  test("[API-03] has for commissions state, dates, names, exact amounts and ids, in both formats", async () => {
    const { id, leadId } = await oneTimeDeal(db.database, org, affiliate, {
      title: "Website",
      amount: "12345,60",
      close_date: "2026-01-15",
    });
    await pay(id);
    await db.ownerPool.query(`update lead set company_name = '=HYPERLINK("x")' where id = $1`, [leadId]);
    const plain = await ask("commissions", { tab: "paid" });
    expect(Object.fromEntries(plain.headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": expect.stringMatching(
        /^attachment; filename="[a-z0-9-]+-commissions-\d{4}-\d\d-\d\d\.csv"$/,
      ),
      "cache-control": "private, no-store",
    });
    const ids = [id, id, leadId, affiliate.affiliateId];
    expect(await plain.text()).toBe(
      "Commission status,Due on,Paid on,Kind of payment,Affiliate,Company,Deal,Commission,Currency,Receipt," +
        "Payment ID,Deal ID,Lead ID,Affiliate ID\r\n" +
        `Paid,2026-01-15,2026-02-03,One-time,Möller & Söhne,"'=HYPERLINK(""x"")",Website,1234.56,EUR,` +
        `https://bank.example/1,${ids.join(",")}\r\n`,
    );
    const german = await ask("commissions", { tab: "paid", format: "de" }, { language: "de" });
    const bytes = Buffer.from(await german.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.toString().slice(1)).toBe(
      "Status der Provision;Fällig am;Bezahlt am;Art der Zahlung;Affiliate;Firma;Deal;Provision;Währung;Beleg;" +
        "Zahlungs-ID;Deal-ID;Lead-ID;Affiliate-ID\r\n" +
        `Bezahlt;15.01.2026;03.02.2026;Einmalig;Möller & Söhne;"'=HYPERLINK(""x"")";Website;1234,56;EUR;` +
        `https://bank.example/1;${ids.join(";")}\r\n`,
    );
  });

  test("[API-03] has for transactions and deals whether the commission is paid per month", async () => {
    const website = await oneTimeDeal(db.database, org, affiliate, { title: "Website" });
    const care = await recurringDeal(db.database, org, affiliate, {
      title: "Care",
      contract_duration_months: "24",
      contract_start_date: "2026-01-31",
    });
    await pay(website.id);
    const found = await rows("transactions");
    expect(found.map((row) => row.slice(0, 9))).toEqual([
      ["2026-02-03", "2026-01-15", "One-time", "Möller & Söhne", expect.any(String), "Website", "100.00", "EUR"].concat(
        "https://bank.example/1",
      ),
    ]);
    expect((await rows("deals")).map((row) => [row[1], ...row.slice(4)])).toEqual([
      [
        "Care",
        "Recurring",
        "2400.00",
        "EUR",
        "100.00",
        "24",
        "2028-01-31",
        "10.00",
        "EUR",
        "",
        "",
        "0",
        "10",
        "14",
        "",
        "",
        "",
        "",
        "",
        care.id,
        care.leadId,
        affiliate.affiliateId,
      ],
      [
        "Website",
        "One-time",
        "1000.00",
        "EUR",
        "",
        "",
        "",
        "100.00",
        "EUR",
        "Paid",
        "2026-02-03",
        "",
        "",
        "",
        "https://bank.example/1",
        "",
        "",
        "",
        "",
        website.id,
        website.leadId,
        affiliate.affiliateId,
      ],
    ]);
  });

  test("[LEAD-16] has for ended deals the end, reason, worth and claims, in the user's language", async () => {
    const once = await oneTimeDeal(db.database, org, affiliate);
    const care = await recurringDeal(db.database, org, affiliate, { contract_start_date: "2026-01-31" });
    await pay(once.id);
    await end(once.id, "cancelled_by_customer", "2026-03-01");
    await end(care.id, "our_fault", "2026-03-01");
    const ends = async (params: Record<string, string>, language: string) => {
      const [header, ...lines] = (await (await ask("deals", params, { language })).text())
        .replace("\ufeff", "")
        .trimEnd()
        .split("\r\n")
        .map((line) => line.split(params["format"] ? ";" : ","));
      const at = header!.length - 7;
      return [header!, ...lines].map((cells) => cells.slice(at, at + 4));
    };
    expect(await ends({}, "en")).toEqual([
      ["Ended from", "Reason for the end", "Value until the end", "Commission owed back"],
      ["2026-03-01", "Our fault", "200.00", ""],
      ["2026-03-01", "Canceled by the customer", "0.00", "100.00"],
    ]);
    expect(await ends({ format: "de", deals: "owed_back" }, "de")).toEqual([
      ["Beendet ab", "Grund des Endes", "Wert bis zum Ende", "Zurückzuzahlende Provision"],
      ["01.03.2026", "Vom Kunden storniert", "0,00", "100,00"],
    ]);
    expect(await column("deals", 4, { deals: "won" })).toEqual(["Recurring"]);
  });

  test("[API-03] has for leads all entered data, and for affiliates their list", async () => {
    const id = await addedLead(db.database, org, {
      company_name: "Zoë AG",
      contact_person: "Ümit",
      email: "u@zoe.example",
      phone: "+49 40 1",
      notes: "two\nlines",
      affiliate_id: affiliate.affiliateId,
    });
    const today = todayIn("Europe/Berlin", new Date());
    const file = await (await ask("leads")).text();
    expect(file.slice(file.indexOf("\r\n") + 2)).toBe(
      `Zoë AG,Ümit,u@zoe.example,'+49 40 1,New,Möller & Söhne,,,,${today},,,,"two\nlines",${id},${affiliate.affiliateId}\r\n`,
    );
    const listed = `Möller & Söhne|${affiliate.email}|Active|${today}||Yes|10 %|1|0|||${today}|${affiliate.affiliateId}`;
    expect(await rows("affiliates")).toEqual([listed.split("|")]);
  });
});

describe("[API-03] a CSV export applies filters, search, period and order of the list", () => {
  test("[API-03] for commissions and transactions", async () => {
    const other = await activeAffiliate(db.database, org, { name: "Other" });
    await withTerms(db.database, org, other);
    const first = await oneTimeDeal(db.database, org, affiliate, {
      title: "First",
      close_date: "2026-01-15",
    });
    await oneTimeDeal(db.database, org, other, { title: "Second", close_date: "2026-03-15" });
    await recurringDeal(db.database, org, other, { title: "Months", contract_start_date: "2026-02-01" });
    await pay(first.id);
    expect(await column("commissions", 6, { kind: "deal" })).toEqual(["Second"]);
    expect(await column("commissions", 6, { tab: "all", kind: "deal" })).toEqual(["Second", "First"]);
    expect(await column("commissions", 6, { tab: "all", kind: "deal", sort: "period" })).toEqual(["First", "Second"]);
    expect(await column("commissions", 6, { tab: "all", affiliate: affiliate.affiliateId })).toEqual(["First"]);
    expect(await column("commissions", 6, { tab: "all", deal: first.id })).toEqual(["First"]);
    expect(await column("commissions", 1, { from: "2026-03-01", to: "2026-04-30" })).toEqual([
      "2026-03-01",
      "2026-03-15",
      "2026-04-01",
    ]);
    expect(await column("transactions", 5, { tab: "with" })).toEqual(["First"]);
    expect(await column("transactions", 5, { tab: "without" })).toEqual([]);
    expect(await column("transactions", 5, { from: "2026-02-04" })).toEqual([]);
    expect(await column("transactions", 5, { affiliate: other.affiliateId })).toEqual([]);
  });

  test("[API-03] for leads, deals and affiliates", async () => {
    await submittedLead(db.database, org, affiliate, { company_name: "Alpha" });
    const beta = await addedLead(db.database, org, { company_name: "Beta" });
    await oneTimeDeal(db.database, org, affiliate, { title: "Won" });
    await db.ownerPool.query(`update lead set status = 'lost' where id = $1`, [beta]);
    expect(await column("leads", 0)).toEqual(["Alpha"]);
    expect(await column("leads", 0, { tab: "archive" })).toEqual(["Beta"]);
    expect(await column("leads", 0, { status: "all", affiliate: "none" })).toEqual(["Beta"]);
    expect(await column("leads", 0, { status: "all", q: "alph" })).toEqual(["Alpha"]);
    expect(await column("leads", 0, { period: "last-year" })).toEqual([]);
    expect((await column("leads", 0, { status: "all" })).length).toBe(3);
    expect(await column("deals", 1)).toEqual(["Won"]);
    expect(await column("deals", 1, { q: "nothing" })).toEqual([]);
    expect(await column("deals", 1, { deals: "unpaid" })).toEqual(["Won"]);
    expect(await column("deals", 1, { deals: "unpaid", affiliate: "none" })).toEqual([]);
    await activeAffiliate(db.database, org, { name: "Ada" });
    expect(await column("affiliates", 0, { sort: "name" })).toEqual(["Ada", "Möller & Söhne"]);
    expect(await column("affiliates", 0, { q: "moll" })).toEqual(["Möller & Söhne"]);
    expect(await column("affiliates", 0, { status: "inactive" })).toEqual([]);
  });
});
