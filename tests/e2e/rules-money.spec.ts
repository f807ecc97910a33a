import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { post } from "./support/api";
import { textIn } from "./support/html";
import { languages, test, type Rule } from "./support/rules";

test("[TRX-03] [TRX-04] [COM-05] receipts, and what is paid stays paid", async ({
  world,
  refused,
  changingNothing,
}) => {
  const { deal, payment } = world.own;
  const receipt = (path: string): Rule[] => [
    { path, form: { receipt_url: "" }, says: ["errors:receipt_url_required"] },
    { path, form: { receipt_url: " \n " }, says: ["errors:receipt_url_required"] },
    { path, form: {}, says: ["errors:receipt_url_required"] },
    { path, form: { receipt_url: "javascript:alert(1)" }, says: ["errors:receipt_url_invalid"] },
    { path, form: { receipt_url: " JavaScript:alert(1)" }, says: ["errors:receipt_url_invalid"] },
    { path, form: { receipt_url: "data:text/html,x" }, says: ["errors:receipt_url_invalid"] },
    { path, form: { receipt_url: "ftp://receipts.example/1" }, says: ["errors:receipt_url_invalid"] },
    { path, form: { receipt_url: "receipts.example/1" }, says: ["errors:receipt_url_invalid"] },
  ];
  const pay = (deal_id: string, says: string): Rule => ({
    path: "/leads?tab=deals",
    form: { intent: "mark-paid", deal_id },
    says: [says],
    toast: true,
  });
  await changingNothing(async () => {
    await refused(world.staff, [
      ...receipt(`/transactions/deal/${deal.paid}/receipt`),
      ...receipt(`/transactions/payment/${payment.paid}/receipt`),
      ...receipt(`/commissions/payment/${payment.paid}/receipt`),
      pay(deal.paid, "leads:toast.already_paid"),
      pay(deal.monthly, "errors:deal_not_one_time"),
      pay(randomUUID(), "errors:not_found"),
      pay("all", "errors:not_found"),
    ]);
    // What is not paid yet is no transaction.
    for (const path of [
      `/transactions/deal/${deal.open}/receipt`,
      `/transactions/payment/${payment.due}/receipt`,
      `/commissions/payment/${payment.planned}/receipt`,
    ]) {
      const answer = await world.staff.en.post(path, { form: { receipt_url: "https://receipts.example/1" } });
      expect.soft([404, 409], path).toContain(answer.status());
    }
  });
});

test("[COM-02] [COM-06] only due payments are marked paid, one or several at once", async ({
  world,
  refused,
  changingNothing,
  t,
}) => {
  const { payment } = world.own;
  const path = "/commissions?tab=due";
  const one = (id: string, says: string): Rule => ({
    path,
    form: { intent: "mark-paid", kind: "payment", id },
    says: [says],
    toast: true,
  });
  await changingNothing(async () => {
    await refused(world.staff, [
      one(payment.planned, "errors:payment_not_due"),
      one(payment.paid, "commissions:toasts.paid_before"),
      one(randomUUID(), "errors:not_found"),
      one("first", "errors:not_found"),
      { path, form: { intent: "pay" }, says: ["errors:payments_required"] },
      { path, form: { intent: "pay", payment_id: payment.planned }, says: ["errors:payment_not_due"] },
      {
        path,
        form: { intent: "pay", payment_id: payment.paid },
        says: ["commissions:toasts.all_before"],
        toast: true,
      },
      {
        path,
        form: { intent: "pay", payment_id: payment.due, receipt_url: "javascript:alert(1)" },
        says: ["errors:receipt_url_invalid"],
      },
    ]);
    // Several at once are all paid or none is.
    for (const [other, says] of [
      [payment.planned, "errors:payments_not_due"],
      [randomUUID(), "errors:payments_not_found"],
      [world.foreign.payment.due, "errors:payments_not_found"],
    ] as const) {
      for (const language of languages) {
        const fields = new URLSearchParams([
          ["intent", "pay"],
          ["payment_id", payment.due],
          ["payment_id", other],
        ]);
        const answer = await world.staff[language].post(path, {
          data: fields.toString(),
          headers: { "Content-Type": "application/x-www-form-urlencoded" },
        });
        expect.soft(textIn(await answer.text())).toContain(t[language](says));
      }
    }
    expect((await post(world.staff.en, "/commissions", { intent: "give" })).status()).toBe(400);
  });
});

test("names in lists lead to their thing: companies, deals and affiliates", async ({ world }) => {
  const { affiliate, deal, lead } = world.own;
  const toAffiliate = `/affiliates/${affiliate}`;
  const won = `/leads/${lead.won}?tab=deals`;
  const lists: [path: string, addresses: string[]][] = [
    ["/leads", [`/leads/${lead.fresh}`, toAffiliate]],
    ["/leads?tab=deals", [won, `/leads/deals/${deal.paid}?tab=deals`, toAffiliate]],
    ["/leads?tab=archive", [`/leads/${lead.lost}?tab=archive`, toAffiliate]],
    [`/leads/deals/${deal.paid}`, [`/leads/${lead.won}`, toAffiliate]],
    [`/leads/${lead.won}`, [`/leads/deals/${deal.paid}`, toAffiliate]],
    ["/commissions?tab=all", [`/leads/deals/${deal.monthly}`, toAffiliate]],
    ["/transactions", [won, `/leads/deals/${deal.paid}`, `/leads/deals/${deal.monthly}`, toAffiliate]],
    ["/affiliates", [toAffiliate]],
    ["/search?q=gewonnen", [won, `/leads/deals/${deal.paid}`]],
    ["/search?q=partner", [toAffiliate]],
  ];
  for (const [path, addresses] of lists) {
    const html = await (await world.staff.en.get(path)).text();
    for (const address of addresses) expect.soft(html, path).toContain(`href="${address}"`);
  }
  const dashboard = await (await world.portal.en.get("/affiliate/dashboard")).text();
  expect(dashboard).toContain(`href="/affiliate/leads/deals/${deal.monthly}"`);
});
