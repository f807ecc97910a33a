import { beforeAll, expect, test } from "vitest";
import { formatDay, todayIn } from "~/domain/shared/dates";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

// Without JavaScript, as the forms work everywhere.

const db = useDatabase();
const site = useSite(db);
const today = todayIn("Europe/Berlin", new Date());
let org: Org;
let [ada, bob, zoe]: Affiliate[] = [];
let foreign: Affiliate;
let staff: Visitor;

beforeAll(async () => {
  org = await createOrg(db.database);
  const other = await createOrg(db.database);
  foreign = await activeAffiliate(db.database, other, { name: "Foreign" });
  await withTerms(db.database, other, foreign);
  await oneTimeDeal(db.database, other, foreign, { amount: "9000", close_date: today });
  const people: Affiliate[] = [];
  for (const [name, amounts] of [
    ["Ada", ["100", "200"]],
    ["Bob", ["400"]],
    ["Zoe", ["800"]],
  ] as const) {
    const person = await activeAffiliate(db.database, org, { name });
    await withTerms(db.database, org, person);
    for (const amount of amounts) await oneTimeDeal(db.database, org, person, { amount, close_date: today });
    people.push(person);
  }
  await withTerms(db.database, org, people[0]!, { currency: "USD" });
  await oneTimeDeal(db.database, org, people[0]!, { amount: "5000", close_date: today, currency: "USD" });
  [ada, bob, zoe] = people;
  staff = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
});

const versionIn = (html: string) => /name="version" value="([^"]+)"/.exec(html)?.[1] ?? "";
const paidOf = async ({ affiliateId }: Affiliate) => {
  const sql = "select count(*)::int as paid from deal where affiliate_id = $1 and commission_paid";
  return (await db.ownerPool.query<{ paid: number }>(sql, [affiliateId])).rows[0]!.paid;
};

test("[WORK-02] the list shows who is owed what, and since when", async () => {
  const text = textIn((await staff.get("/payouts")).text);
  const day = formatDay(today, "en-GB");
  for (const shown of ["Pay all 3 affiliates", "Ada", "€30.00", "2 payments", "€40.00", "€80.00", "€150.00", day])
    expect(text).toContain(shown);
  expect(text.match(/5 details are missing/g)).toHaveLength(3);
  const usd = textIn((await staff.get("/payouts?tab=USD")).text);
  expect(usd).toContain("$500.00");
  expect(usd).not.toContain("Bob");
  expect(textIn((await staff.get("/payouts?q=bob")).text)).not.toContain("Zoe");
});

test("[WORK-02] without a choice nobody is paid, and ids of others count for nothing", async () => {
  for (const query of ["", "?tab=EUR", "?tab=EUR&affiliate_id=1", `?who=all`, "?tab=EUROPEAN_UNITS&who=all"]) {
    const page = await staff.get(`/payouts/pay${query}`);
    expect(textIn(page.text), query).toContain("No affiliate is selected");
    expect((await staff.post(`/payouts/pay${query}`, { version: "1", receipt_url: "" })).status).toBe(409);
  }
  const page = await staff.get(`/payouts/pay?tab=EUR&affiliate_id=${foreign.affiliateId}`);
  expect(textIn(page.text)).toContain("Nothing is due for this selection");
  expect([await paidOf(ada!), await paidOf(foreign)]).toEqual([0, 0]);
});

test("[WORK-02] the chosen ones are shown with their amounts before they are paid", async () => {
  const path = `/payouts/pay?tab=EUR&sort=name&affiliate_id=${ada!.affiliateId}&affiliate_id=${bob!.affiliateId}`;
  const page = await staff.get(path);
  const dialog = textIn(page.text);
  for (const shown of ["Ada", "€30.00", "Bob", "€40.00", "€70.00", "Mark 3 payments as paid"])
    expect(dialog).toContain(shown);
  expect((await staff.post(path, { version: "other", receipt_url: "" })).status).toBe(409);
  expect(await paidOf(ada!)).toBe(0);
  const done = await staff.submit(path, { version: versionIn(page.text), receipt_url: "https://example.com/r.pdf" });
  expect(done.path).toBe("/payouts?tab=EUR&sort=name");
  expect(textIn(done.text)).toContain("€70.00 to Ada and Bob");
  // The commission in another currency, and the third affiliate, are still due.
  expect([await paidOf(ada!), await paidOf(bob!), await paidOf(zoe!)]).toEqual([2, 1, 0]);
  const again = await staff.post(path, { version: versionIn(page.text), receipt_url: "" });
  expect(again.status).toBe(409);
});

test("[WORK-02] all are paid in one currency", async () => {
  const page = await staff.get("/payouts/pay?tab=EUR&who=all");
  const done = await staff.submit("/payouts/pay?tab=EUR&who=all", { version: versionIn(page.text), receipt_url: "" });
  expect(done.path).toBe("/payouts?tab=EUR");
  expect([await paidOf(ada!), await paidOf(zoe!)]).toEqual([2, 1]);
  expect(textIn((await staff.get("/payouts?tab=EUR")).text)).not.toContain("Pay all");
});
