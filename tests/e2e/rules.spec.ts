import { randomUUID } from "node:crypto";
import { expect, test, type APIRequestContext } from "@playwright/test";
import type { TFunction } from "i18next";
import { newcomer, post, sameIn, stranger, textIn, type Form, type Language } from "./support/api";
import { rulesWorld, type RulesWorld } from "./support/rules-world";
import { texts } from "./support/texts";

// Every rule holds on the server, whatever a browser checks before: what it refuses is posted directly, is answered with
// its sentence in German and in English, and changes nothing.

interface Rule {
  path: string;
  form: Form;
  /** Keys of the sentences it is answered with. */
  says: (string | [key: string, params: Record<string, unknown>])[];
  /** German sentences as they have to be, word for word. */
  de?: string[];
  /** A button: what it leads to shows the answer as a toast. */
  toast?: true;
}

type Readers = Record<Language, APIRequestContext>;

const languages = ["de", "en"] as const;
const long = (length: number) => "x".repeat(length);

let world: RulesWorld;
let t: Record<Language, TFunction>;
/** What everything looked like; no test but the last changes anything. */
let before: string | undefined;

test.describe.configure({ timeout: 120_000 });

test.beforeAll(async () => {
  t = { de: await texts("de"), en: await texts("en") };
  world = await rulesWorld();
});

/** Posts what each rule refuses, in both languages. A button answers with a toast on the page it leads to. */
async function refused(readers: Readers, rules: Rule[]): Promise<void> {
  for (const { path, form, says, de = [], toast } of rules) {
    for (const language of languages) {
      const answer = await readers[language].post(path, { form });
      const page = textIn(await answer.text());
      const sentences = says.map((key) => (Array.isArray(key) ? t[language](...key) : t[language](key)));
      for (const sentence of [...sentences, ...(language === "de" ? de : [])]) {
        const what = `${language} ${path} ${JSON.stringify(form).slice(0, 200)} (${answer.status()})`;
        expect.soft(page.includes(sentence), `${what} should say "${sentence}"`).toBe(true);
      }
      const fits = toast ? answer.status() === 200 : answer.status() >= 400 && answer.status() < 500;
      expect.soft(fits, `${path} ${JSON.stringify(form).slice(0, 200)}: ${answer.status()}`).toBe(true);
    }
  }
}

/** What staff see of everything the rules are about, the list of who changed what included. */
async function everything(): Promise<string> {
  const { affiliate, deal, lead } = world.own;
  const pages = [
    "/leads",
    "/leads?tab=deals",
    "/leads?tab=archive",
    ...Object.values(lead).map((id) => `/leads/${id}/edit`),
    ...Object.values(deal).map((id) => `/leads/deals/${id}`),
    "/affiliates",
    `/affiliates/${affiliate}/edit`,
    `/affiliates/${affiliate}/terms`,
    "/transactions",
    "/commissions?tab=all",
    "/settings/general",
    "/settings/webhook",
    "/settings/activity",
  ];
  // Shows the toast that may be left, so that no page below does.
  await world.staff.en.get("/leads");
  const seen: string[] = [];
  for (const path of pages) {
    const answer = await world.staff.en.get(path);
    expect(answer.status(), path).toBe(200);
    // The fields of a form count too.
    const values = [...(await answer.text()).matchAll(/ value="([^"]*)"/g)].map((match) => match[1]);
    seen.push(`${path}\n${textIn(await answer.text())}\n${values.join("\n")}`);
  }
  return seen.join("\n\n").replaceAll(/\b\d+ (seconds?|minutes?) ago\b|\bjust now\b/g, "moments ago");
}

/** Runs a part and shows that nothing has changed by it. */
async function changingNothing(run: () => Promise<void>): Promise<void> {
  before ??= await everything();
  await run();
  expect(await everything()).toBe(before);
}

test("[AUTH-01] [AUTH-03] [AUTH-11] sign-in, sign-up, forgotten password, sign-in link", async () => {
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

test("[ORG-01] [ORG-06] the organisation's name, time zone and currency", async () => {
  const visitor = await stranger();
  const signedOut = await post(visitor, "/onboarding", { organization_name: "Nobody's" });
  expect(signedOut.headers()["location"]).toContain("/auth?");

  const person = await newcomer(`nina-${Date.now()}@agency.example`);
  const without = { de: await sameIn(person, "de"), en: await sameIn(person, "en") };
  await refused(without, [
    { path: "/onboarding", form: {}, says: ["errors:organization_required"] },
    { path: "/onboarding", form: { organization_name: " \t" }, says: ["errors:organization_required"] },
    {
      path: "/onboarding",
      form: { organization_name: long(101) },
      says: [["errors:too_long", { max: 100 }]],
    },
  ]);
  expect((await person.get("/onboarding", { maxRedirects: 0 })).status()).toBe(200);

  const settings = { organization_name: "New", time_zone: "Europe/Zurich", default_currency: "CHF" };
  const path = "/settings/general";
  await changingNothing(() =>
    refused(world.staff, [
      { path, form: { ...settings, organization_name: "  " }, says: ["errors:organization_required"] },
      {
        path,
        form: { ...settings, organization_name: long(101) },
        says: [["errors:too_long", { max: 100 }]],
      },
      { path, form: { ...settings, time_zone: "" }, says: ["errors:time_zone_required"] },
      { path, form: { ...settings, time_zone: "Mars/Olympus" }, says: ["errors:time_zone_invalid"] },
      { path, form: { ...settings, default_currency: "EURO" }, says: ["errors:default_currency_invalid"] },
      { path, form: { ...settings, default_currency: "" }, says: ["errors:default_currency_invalid"] },
    ]),
  );
});

test("[AFF-03] [AFF-05] an affiliate's name, e-mail and status; whoever has deals stays", async () => {
  const { affiliate, emails } = world.own;
  const edit = `/affiliates/${affiliate}/edit`;
  const rules = (path: string, more: Form): Rule[] => {
    const right = { name: "Pia", email: "pia@partner.example", ...more };
    return [
      {
        path,
        form: { ...right, name: " " },
        says: ["errors:name_required"],
        de: ["Name ist erforderlich"],
      },
      {
        path,
        form: { ...right, name: long(101) },
        says: ["errors:name_too_long"],
        de: ["Name darf maximal 100 Zeichen lang sein"],
      },
      {
        path,
        form: { ...right, email: "" },
        says: ["errors:email_required"],
        de: ["E-Mail ist erforderlich"],
      },
      {
        path,
        form: { ...right, email: "pia@partner" },
        says: ["errors:email_invalid"],
        de: ["Ungültige E-Mail-Adresse"],
      },
      {
        path,
        form: { ...right, email: ` ${emails.other.toUpperCase()} ` },
        says: ["errors:affiliate_email_taken"],
      },
    ];
  };
  await changingNothing(() =>
    refused(world.staff, [
      ...rules("/affiliates/new", {}),
      ...rules(edit, { status: "active" }),
      {
        path: edit,
        form: { name: "Pia", email: emails.affiliate, status: "deleted" },
        says: ["errors:status_invalid"],
      },
      {
        path: `/affiliates/${affiliate}/delete`,
        form: {},
        says: ["errors:affiliate_has_deals"],
        toast: true,
      },
    ]),
  );
});

test("[AFF-07] [AFF-09] contract terms", async () => {
  const path = `/affiliates/${world.own.affiliate}/terms`;
  const common = { cadence: "monthly", currency: "EUR", start_date: world.today };
  const share = (rev_share_percent: string) => ({ ...common, model: "rev_share", rev_share_percent });
  const fixed = (fixed_amount: string) => ({ ...common, model: "fixed", fixed_amount });
  const tiers = (...rows: [from: string, rate: string][]) => ({
    ...common,
    model: "tiered",
    ...Object.fromEntries(
      rows.flatMap(([from, rate], row) => [
        [`tier_from_${row + 1}`, from],
        [`tier_rate_${row + 1}`, rate],
      ]),
    ),
  });
  const range = {
    says: ["errors:rev_share_range"],
    de: ["Revenue Share muss zwischen 0 und 100% liegen"],
  };
  const positive = { says: ["errors:fixed_amount_positive"], de: ["Fixbetrag muss größer als 0 sein"] };
  const shareRequired = { says: ["errors:rev_share_required"], de: ["Revenue Share ist erforderlich"] };
  const fixedRequired = { says: ["errors:fixed_amount_required"], de: ["Fixbetrag ist erforderlich"] };
  const both = { ...common, model: "both" };
  await changingNothing(() =>
    refused(world.staff, [
      { path, form: share(""), ...shareRequired },
      { path, form: share("100,1"), ...range },
      { path, form: share("101"), ...range },
      { path, form: share("-1"), ...range },
      { path, form: share("ten"), ...range },
      { path, form: share("12.55"), says: ["errors:rev_share_step"] },
      { path, form: fixed(""), ...fixedRequired },
      { path, form: fixed("0"), ...positive },
      { path, form: fixed("-5"), says: ["errors:fixed_amount_positive"] },
      { path, form: fixed("many"), says: ["errors:amount_invalid"] },
      {
        path,
        form: both,
        says: [...shareRequired.says, ...fixedRequired.says],
        de: [...shareRequired.de, ...fixedRequired.de],
      },
      { path, form: { ...share("10"), start_date: world.yesterday }, says: ["errors:start_date_past"] },
      { path, form: { ...share("10"), start_date: "" }, says: ["errors:start_date_required"] },
      { path, form: { ...share("10"), start_date: "2027-02-30" }, says: ["errors:date_invalid"] },
      { path, form: { ...share("10"), currency: "GBP" }, says: ["errors:currency_required"] },
      { path, form: { ...share("10"), cadence: "weekly" }, says: ["errors:cadence_required"] },
      { path, form: { ...share("10"), model: "gift" }, says: ["errors:model_required"] },
      { path, form: tiers(["100", "5"]), says: ["errors:tier_first_zero"] },
      { path, form: tiers(["0", ""]), says: ["errors:tier_rate_required"] },
      { path, form: tiers(["0", "101"]), says: ["errors:tier_rate_range"] },
      { path, form: tiers(["0", "5.55"]), says: ["errors:tier_rate_step"] },
      { path, form: tiers(["0", "5"], ["", "8"]), says: ["errors:tier_from_required"] },
      { path, form: tiers(["0", "5"], ["1000", "8"], ["1000", "9"]), says: ["errors:tier_from_ascending"] },
      { path, form: tiers(["0", "5"], ["", ""], ["1000", "9"]), says: ["errors:tier_row_empty"] },
    ]),
  );
});

test("[LEAD-10] [POR-03] a lead's contact fields, from staff and from the portal", async () => {
  const contact = { company_name: "Firma", contact_person: "Max", email: "max@firma.example" };
  const rules = (path: string): Rule[] => [
    {
      path,
      form: { company_name: " ", contact_person: "", email: "" },
      says: ["errors:company_required", "errors:contact_required", "errors:email_required"],
    },
    { path, form: { ...contact, email: "max" }, says: ["errors:email_invalid"] },
    { path, form: { ...contact, company_name: long(201) }, says: [["errors:too_long", { max: 200 }]] },
    { path, form: { ...contact, phone: long(51) }, says: [["errors:too_long", { max: 50 }]] },
  ];
  const edit = `/leads/${world.own.lead.fresh}/edit`;
  await changingNothing(async () => {
    await refused(world.staff, [
      ...rules("/leads/new"),
      ...rules(edit),
      { path: "/leads/new", form: { ...contact, affiliate_id: "somebody" }, says: ["errors:not_found"] },
      { path: "/leads/new", form: { ...contact, affiliate_id: randomUUID() }, says: ["errors:not_found"] },
      { path: edit, form: { ...contact, affiliate_id: world.foreign.affiliate }, says: ["errors:not_found"] },
      {
        path: `/leads/${world.own.lead.won}/edit`,
        form: { ...contact, affiliate_id: "none" },
        says: ["errors:lead_has_deal"],
      },
    ]);
    await refused(world.portal, rules("/affiliate/leads/new"));
  });
});

test("[LEAD-06] a deal's fields, when it is made and when it is edited", async () => {
  const { lead, deal } = world.own;
  const once = { deal_type: "one-time", title: "Website", amount: "1000", close_date: world.today };
  const monthly = {
    deal_type: "recurring",
    title: "Wartung",
    mrr: "100",
    contract_duration_months: "12",
    contract_start_date: world.today,
  };
  const anyDeal = (path: string, right: Form): Rule[] => [
    { path, form: { ...right, title: " " }, says: ["errors:title_required"] },
    { path, form: { ...right, title: long(201) }, says: [["errors:too_long", { max: 200 }]] },
    { path, form: { ...right, currency: long(21) }, says: [["errors:too_long", { max: 20 }]] },
  ];
  const oneTime = (path: string): Rule[] => [
    ...anyDeal(path, once),
    {
      path,
      form: { ...once, amount: "", close_date: "" },
      says: ["errors:amount_required", "errors:close_date_required"],
    },
    { path, form: { ...once, amount: "much" }, says: ["errors:amount_invalid"] },
    { path, form: { ...once, amount: "0" }, says: ["errors:amount_positive"] },
    { path, form: { ...once, amount: "10000000001" }, says: ["errors:amount_too_large"] },
    { path, form: { ...once, close_date: "31.02.2027" }, says: ["errors:date_invalid"] },
  ];
  const recurring = (path: string): Rule[] => [
    ...anyDeal(path, monthly),
    {
      path,
      form: {
        deal_type: "recurring",
        title: "Wartung",
        mrr: "",
        contract_duration_months: "",
        contract_start_date: "",
      },
      says: ["errors:mrr_required", "errors:duration_required", "errors:contract_start_required"],
    },
    { path, form: { ...monthly, mrr: "0" }, says: ["errors:amount_positive"] },
    { path, form: { ...monthly, mrr: "-1" }, says: ["errors:amount_positive"] },
    { path, form: { ...monthly, contract_duration_months: "0" }, says: ["errors:duration_invalid"] },
    { path, form: { ...monthly, contract_duration_months: "1.5" }, says: ["errors:duration_invalid"] },
    {
      path,
      form: { ...monthly, contract_duration_months: "601" },
      says: [["errors:duration_too_long", { max: 600 }]],
    },
    { path, form: { ...monthly, contract_start_date: "soon" }, says: ["errors:date_invalid"] },
  ];
  const create = `/leads/${lead.fresh}/deal`;
  const edit = (id: string) => `/leads/deals/${id}/edit`;
  await changingNothing(() =>
    refused(world.staff, [
      { path: create, form: { title: "Website" }, says: ["errors:deal_type_required"] },
      ...oneTime(create),
      ...recurring(create),
      ...oneTime(edit(deal.open)),
      ...recurring(edit(deal.monthly)),
      { path: edit(deal.open), form: monthly, says: ["errors:deal_type_fixed"] },
      { path: edit(deal.monthly), form: once, says: ["errors:deal_type_fixed"] },
      { path: edit(deal.paid), form: { ...once, amount: "2000" }, says: ["errors:deal_commission_paid"] },
      {
        path: edit(deal.monthly),
        form: { ...monthly, currency: "USD" },
        says: ["errors:deal_currency_fixed"],
      },
    ]),
  );
});

test("[LEAD-03] no other transitions than those offered", async () => {
  const { lead } = world.own;
  const move = (lead_id: string, status: string, says: string): Rule => ({
    path: "/leads",
    form: { lead_id, status },
    says: [says],
    toast: true,
  });
  const deal = { deal_type: "one-time", title: "Website", amount: "1000", close_date: world.today };
  await changingNothing(() =>
    refused(world.staff, [
      move(lead.qualified, "qualified", "errors:lead_not_open"),
      move(lead.lost, "qualified", "errors:lead_not_open"),
      move(lead.lost, "lost", "errors:lead_not_open"),
      move(lead.won, "qualified", "errors:lead_not_open"),
      move(lead.won, "lost", "errors:lead_not_open"),
      move(lead.fresh, "converted", "errors:status_invalid"),
      move(lead.fresh, "contacted", "errors:status_invalid"),
      move(lead.qualified, "new", "errors:status_invalid"),
      move(lead.fresh, "", "errors:status_invalid"),
      move(randomUUID(), "lost", "errors:not_found"),
      { path: `/leads/${lead.lost}/deal`, form: deal, says: ["leads:deal.closed"] },
      { path: `/leads/${lead.won}/deal`, form: deal, says: ["leads:deal.closed"] },
    ]),
  );
});

test("[TRX-03] [TRX-04] [COM-05] receipts, and what is paid stays paid", async () => {
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
      ...receipt(`/commissions/${payment.paid}/receipt`),
      pay(deal.paid, "leads:toast.already_paid"),
      pay(deal.monthly, "errors:deal_not_one_time"),
      pay(randomUUID(), "errors:not_found"),
      pay("all", "errors:not_found"),
    ]);
    // What is not paid yet is no transaction.
    for (const path of [
      `/transactions/deal/${deal.open}/receipt`,
      `/transactions/payment/${payment.due}/receipt`,
      `/commissions/${payment.planned}/receipt`,
    ]) {
      const answer = await world.staff.en.post(path, { form: { receipt_url: "https://receipts.example/1" } });
      expect.soft([404, 409], path).toContain(answer.status());
    }
  });
});

test("[COM-02] [COM-06] only due payments are marked paid, one or several at once", async () => {
  const { payment } = world.own;
  const path = "/commissions?tab=due";
  const one = (payment_id: string, says: string): Rule => ({
    path,
    form: { intent: "mark-paid", payment_id },
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

test("[HOOK-02] [SET-03] webhook addresses", async () => {
  const path = "/settings/webhook";
  const hook = (webhook_url: string) => ({ webhook_url, webhook_event: "both" });
  const https = {
    says: ["errors:webhook_needs_https"],
    de: ["Aus Sicherheitsgründen sind nur HTTPS URLs erlaubt"],
  };
  const invalid = { says: ["errors:webhook_url_invalid"], de: ["Ungültige URL"] };
  const domain = {
    says: [["errors:webhook_host_not_allowed", { hosts: "Make, Zapier, Webhook.site, Pipedream, n8n" }]],
    de: ["Domain nicht erlaubt. Zugelassene Anbieter: Make, Zapier, Webhook.site, Pipedream, n8n"],
  } satisfies Partial<Rule>;
  await changingNothing(async () => {
    await refused(world.staff, [
      { path, form: hook("hooks.zapier.com/1"), ...invalid },
      { path, form: hook("https://"), ...invalid },
      { path, form: hook("http://hooks.zapier.com/1"), ...https },
      { path, form: hook("ftp://webhook.site/1"), ...https },
      { path, form: hook("https://hooks.example/1"), ...domain },
      { path, form: hook("https://evilmake.com/1"), ...domain },
      { path, form: hook("https://make.com.evil.example/1"), ...domain },
      { path, form: hook("https://webhook.site@evil.example/1"), ...domain },
      { path, form: hook("https://user:pass@webhook.site/1"), ...domain },
      { path, form: hook("https://127.0.0.1/1"), ...domain },
      {
        path,
        form: { webhook_url: "https://webhook.site/1", webhook_event: "lead.lost" },
        says: ["errors:webhook_event_required"],
      },
      { path, form: hook(`https://webhook.site/${long(2000)}`), says: [["errors:too_long", { max: 2000 }]] },
    ]);
    expect((await post(world.staff.en, path, { webhook_event: "both" })).status()).toBe(400);
  });
});

test("[ORG-07] [POR-05] ids of another organisation answer like ids that do not exist; the portal changes nothing", async () => {
  const { foreign, own, today } = world;
  const contact = { company_name: "Firma", contact_person: "Max", email: "max@firma.example" };
  const once = { deal_type: "one-time", title: "Website", amount: "1000", close_date: today };
  const terms = {
    model: "rev_share",
    rev_share_percent: "10",
    currency: "EUR",
    cadence: "monthly",
    start_date: today,
  };
  const receipt = { receipt_url: "https://receipts.example/1" };
  /** Every door that takes an id: the id's place is marked. */
  const doors = (ids: RulesWorld["own"]): [path: string, form: Form | null][] => [
    [`/leads/${ids.lead.fresh}/edit`, null],
    [`/leads/${ids.lead.fresh}/edit`, contact],
    [`/leads/${ids.lead.fresh}/deal`, null],
    [`/leads/${ids.lead.fresh}/deal`, once],
    ["/leads", { lead_id: ids.lead.fresh, status: "lost" }],
    ["/leads", { intent: "mark-paid", deal_id: ids.deal.open }],
    ["/leads/new", { ...contact, affiliate_id: ids.affiliate }],
    [`/leads?affiliate=${ids.affiliate}`, null],
    [`/leads/deals/${ids.deal.open}`, null],
    [`/leads/deals/${ids.deal.open}/edit`, null],
    [`/leads/deals/${ids.deal.open}/edit`, once],
    [`/affiliates/${ids.affiliate}/edit`, null],
    [`/affiliates/${ids.affiliate}/edit`, { name: "X", email: "x@y.example", status: "active" }],
    [`/affiliates/${ids.affiliate}/delete`, null],
    [`/affiliates/${ids.affiliate}/delete`, {}],
    [`/affiliates/${ids.affiliate}/delete`, { intent: "deactivate" }],
    [`/affiliates/${ids.affiliate}/invitation`, null],
    [`/affiliates/${ids.affiliate}/invitation`, { intent: "link" }],
    [`/affiliates/${ids.affiliate}/invitation`, { intent: "mail" }],
    [`/affiliates/${ids.affiliate}/terms`, null],
    [`/affiliates/${ids.affiliate}/terms`, terms],
    [`/transactions/deal/${ids.deal.paid}/receipt`, null],
    [`/transactions/deal/${ids.deal.paid}/receipt`, receipt],
    [`/transactions/payment/${ids.payment.paid}/receipt`, receipt],
    [`/transactions?affiliate=${ids.affiliate}`, null],
    [`/commissions/${ids.payment.paid}/receipt`, null],
    [`/commissions/${ids.payment.paid}/receipt`, receipt],
    [`/commissions?tab=all&affiliate=${ids.affiliate}`, null],
    ["/commissions", { intent: "mark-paid", payment_id: ids.payment.due }],
    ["/commissions", { intent: "pay", payment_id: ids.payment.due }],
    ["/commissions", { intent: "pay", all_due_of: ids.affiliate, all_due_count: "2" }],
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

test("[AFF-10] whoever is inactive submits no leads", async () => {
  const { affiliate, emails } = world.own;
  const path = `/affiliates/${affiliate}/edit`;
  const person = { name: "Pia Partner", email: emails.affiliate };
  expect((await post(world.staff.en, path, { ...person, status: "inactive" })).status()).toBe(302);
  before = undefined;
  const contact = { company_name: "Firma", contact_person: "Max", email: "max@firma.example" };
  await changingNothing(() =>
    refused(world.portal, [{ path: "/affiliate/leads/new", form: contact, says: ["portal:inactive.title"] }]),
  );
  expect((await post(world.staff.en, path, { ...person, status: "active" })).status()).toBe(302);
});
