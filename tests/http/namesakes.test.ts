import { expect, test } from "vitest";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { attributes, textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor } from "../support/visitor";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { todayIn } from "~/domain/shared/dates";

const db = useDatabase();
const site = useSite(db);

const NAME = /zoe zwilling/gi;

test("[AFF-01] [LEAD-13] [COM-06] [TRX-01] shows the addresses of namesakes where money is assigned", async () => {
  const today = todayIn("Europe/Berlin", new Date());
  const org = await createOrg(db.database);
  const twins: Affiliate[] = [];
  const [leads, deals]: [string[], string[]] = [[], []];
  // Accents and capitals do not distinguish names.
  for (const name of ["Zoe Zwilling", "ZOÉ Zwilling"]) {
    const twin = await activeAffiliate(db.database, org, { name });
    leads.push(await submittedLead(db.database, org, twin, { email: "same@customer.example" }));
    await withTerms(db.database, org, twin);
    const due = await oneTimeDeal(db.database, org, twin, { amount: "100", close_date: today });
    const paid = await oneTimeDeal(db.database, org, twin, { amount: "200", close_date: today });
    await asOwner(db.database, org, (scope) => payCommissions(scope, { deals: [paid.id], receiptUrl: null }));
    deals.push(due.id, paid.id);
    twins.push(twin);
  }
  await activeAffiliate(db.database, org, { name: "Uwe Unikum" });
  const free = await addedLead(db.database, org);
  const [zoe, other] = twins as [Affiliate, Affiliate];
  const visitor = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });

  const wrong: string[] = [];
  for (const [path, fewest] of [
    ["/leads", 4],
    ["/leads?view=list", 4],
    ["/leads?status=all", 6],
    ["/leads?tab=deals", 6],
    [`/leads?q=nothing+here&affiliate=${zoe.affiliateId}`, 3],
    ["/leads/new", 2],
    [`/leads/give?lead_id=${free}`, 2],
    [`/leads/${leads[0]}`, 1],
    [`/leads/${leads[1]}`, 2],
    [`/leads/${leads[0]}/edit`, 3],
    [`/leads/${leads[0]}/deal`, 1],
    [`/leads/deals/${deals[0]}`, 1],
    ["/commissions", 8],
    ["/commissions?tab=paid", 4],
    [`/commissions?affiliate=${zoe.affiliateId}&tab=planned`, 3],
    ["/commissions/pay", 8],
    [`/commissions/pay?affiliate=${other.affiliateId}`, 2],
    ["/payouts", 2],
    ["/payouts/pay?tab=EUR&who=all", 2],
    ["/transactions", 4],
    [`/transactions/deal/${deals[1]}/reverse`, 6],
    [`/affiliates/${zoe.affiliateId}/terms`, 1],
    ["/reports", 2],
    ["/search?q=company", 2],
    ["/settings/activity", 2],
  ] as const) {
    const { status, text } = await visitor.open(path);
    expect(status, path).toBe(200);
    const told = [textIn(text), ...attributes(text, "aria-label"), ...attributes(text, "title")]
      .map((one) => one.normalize("NFD").replace(/\p{M}/gu, ""))
      .join("\n");
    const found = [...told.matchAll(NAME)].map(({ 0: name, index }) => told.slice(index + name.length));
    // The history shows who did something, which assigns no money.
    const addresses = [...twins.map(({ email }) => ` (${email})`), " (affiliate)"];
    const bare = found.filter((after) => !addresses.some((address) => after.startsWith(address)));
    // The affiliates list behind its dialogs has a column for the address.
    const behind = path.startsWith("/affiliates/") ? bare.length : 0;
    if (bare.length > behind) wrong.push(`${path}: …${bare[0]!.slice(0, 40)}`);
    if (found.length - bare.length < fewest) wrong.push(`${path}: named ${found.length - bare.length} times`);
    expect(told).not.toContain("Uwe Unikum (");
  }
  expect(wrong).toEqual([]);

  // The toast of a payment names the payee and the amount.
  const paying = { intent: "mark-paid", kind: "deal", id: deals[0]! };
  const paid = textIn((await visitor.submit("/commissions", paying)).text);
  expect(paid).toContain(`€10.00 to Zoe Zwilling (${zoe.email})`);
  const rest = { intent: "pay", deal_id: deals[2]!, receipt_url: "" };
  expect(textIn((await visitor.submit("/commissions", rest)).text)).toContain(
    `€10.00 to ZOÉ Zwilling (${other.email})`,
  );
});
