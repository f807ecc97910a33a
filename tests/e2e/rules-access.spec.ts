import { randomUUID } from "node:crypto";
import { expect, type APIRequestContext } from "@playwright/test";
import { post, sameIn, stranger, type Form } from "./support/api";
import { textIn } from "./support/html";
import { test } from "./support/rules";
import type { RulesWorld } from "./support/rules-world";

test("[AUTH-01] [AUTH-03] [AUTH-11] sign-in, sign-up, forgotten password, sign-in link", async ({
  refused,
}) => {
  const visitor = await stranger();
  const readers = { de: await sameIn(visitor, "de"), en: await sameIn(visitor, "en") };
  const person = { name: "Rosa", email: "rosa@agency.example", password: "correct horse battery" };
  await refused(readers, [
    { path: "/auth", form: {}, says: ["errors:email_required", "errors:password_required"] },
    { path: "/auth", form: { ...person, email: "rosa" }, says: ["errors:email_invalid"] },
    {
      path: "/auth",
      form: { ...person, email: "nobody@agency.example" },
      says: ["errors:credentials_wrong"],
    },
    {
      path: "/auth?tab=signup",
      form: { name: " ", email: "", password: "" },
      says: ["errors:name_required", "errors:email_required"],
    },
    { path: "/auth?tab=signup", form: { ...person, email: "a b@c" }, says: ["errors:email_invalid"] },
    {
      path: "/auth?tab=signup",
      form: { ...person, password: "short" },
      says: [["errors:password_short", { min: 8 }]],
    },
    { path: "/auth/forgot", form: { email: "" }, says: ["errors:email_required"] },
    { path: "/affiliate/login", form: { email: " " }, says: ["errors:email_required"] },
    { path: "/affiliate/login", form: { email: "pia@" }, says: ["errors:email_invalid"] },
  ]);
});

test("[ORG-07] [POR-05] ids of another organisation answer like ids that do not exist; the portal changes nothing", async ({
  world,
  changingNothing,
}) => {
  const { foreign, own, today } = world;
  const contact = { company_name: "Firma", contact_person: "Max", email: "max@firma.example" };
  const once = { deal_type: "one-time", title: "Website", amount: "1000", close_date: today };
  const terms = {
    intent: "save",
    model: "rev_share",
    rev_share_percent: "10",
    currency: "EUR",
    cadence: "monthly",
    start_date: today,
  };
  const receipt = { receipt_url: "https://receipts.example/1" };
  /** Every door that takes an id: the id's place is marked. */
  const doors = (ids: RulesWorld["own"]): [path: string, form: Form | null][] => [
    [`/leads/${ids.lead.fresh}`, null],
    [`/leads/${ids.lead.fresh}`, { intent: "move", status: "qualified" }],
    [`/leads/${ids.lead.fresh}/lose`, null],
    [`/leads/${ids.lead.fresh}/edit`, null],
    [`/leads/${ids.lead.fresh}/edit`, contact],
    [`/leads/${ids.lead.fresh}/deal`, null],
    [`/leads/${ids.lead.fresh}/deal`, once],
    ["/leads", { intent: "move", lead_id: ids.lead.fresh, status: "lost" }],
    ["/leads", { intent: "mark-paid", deal_id: ids.deal.open }],
    ["/leads/new", { ...contact, affiliate_id: ids.affiliate }],
    [`/leads?affiliate=${ids.affiliate}`, null],
    [`/leads/deals/${ids.deal.open}`, null],
    [`/leads/deals/${ids.deal.open}/edit`, null],
    [`/leads/deals/${ids.deal.open}/edit`, once],
    [`/affiliates/${ids.affiliate}/edit`, null],
    [`/affiliates/${ids.affiliate}/edit`, { name: "X", email: "x@y.example", status: "active" }],
    [`/affiliates/${ids.affiliate}/delete`, null],
    [`/affiliates/${ids.affiliate}/delete`, { intent: "delete" }],
    [`/affiliates/${ids.affiliate}/delete`, { intent: "deactivate" }],
    [`/affiliates/${ids.affiliate}/invitation`, null],
    [`/affiliates/${ids.affiliate}/invitation`, { intent: "link" }],
    [`/affiliates/${ids.affiliate}/invitation`, { intent: "send" }],
    [`/affiliates/${ids.affiliate}/terms`, null],
    [`/affiliates/${ids.affiliate}/terms`, terms],
    [`/transactions/deal/${ids.deal.paid}/receipt`, null],
    [`/transactions/deal/${ids.deal.paid}/receipt`, receipt],
    [`/transactions/payment/${ids.payment.paid}/receipt`, receipt],
    [`/transactions?affiliate=${ids.affiliate}`, null],
    [`/commissions/payment/${ids.payment.paid}/receipt`, null],
    [`/commissions/payment/${ids.payment.paid}/receipt`, receipt],
    [`/commissions?tab=all&affiliate=${ids.affiliate}`, null],
    ["/commissions", { intent: "mark-paid", kind: "payment", id: ids.payment.due }],
    ["/commissions", { intent: "mark-paid", kind: "deal", id: ids.deal.open }],
    ["/commissions", { intent: "pay", payment_id: ids.payment.due }],
    ["/commissions", { intent: "pay", deal_id: ids.deal.open }],
    [`/commissions?deal=${ids.deal.open}`, null],
    [`/commissions/pay?affiliate=${ids.affiliate}`, null],
  ];
  const answerTo = async (reader: APIRequestContext, [path, form]: [string, Form | null]) => {
    const answer = form ? await reader.post(path, { form }) : await reader.get(path);
    return `${answer.status()} ${textIn(await answer.text())}`.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "id");
  };
  const nobodys = JSON.parse(
    JSON.stringify(foreign).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, () => randomUUID()),
  ) as RulesWorld["own"];
  await changingNothing(async () => {
    const [theirs, none] = [doors(foreign), doors(nobodys)];
    for (const [place, door] of theirs.entries()) {
      const what = `${door[1] ? "POST" : "GET"} ${door[0]} ${JSON.stringify(door[1])}`;
      expect
        .soft(await answerTo(world.staff.en, door), what)
        .toBe(await answerTo(world.staff.en, none[place]!));
    }
    // An affiliate's session opens no door of the staff, not even with ids of the own organisation.
    for (const [path, form] of doors(own)) {
      const answer = form
        ? await post(world.portal.en, path, form)
        : await world.portal.en.get(path, { maxRedirects: 0 });
      expect.soft([answer.status(), answer.headers()["location"]], path).toEqual([302, "/"]);
    }
  });
});
