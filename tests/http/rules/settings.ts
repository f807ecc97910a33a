import { long, type Rule } from "./rule";

/** Rules of the form that creates an organization. */
export const onboardingRules: Rule[] = [
  { path: "/onboarding", form: {}, says: ["errors:organization_required"] },
  { path: "/onboarding", form: { organization_name: " \t" }, says: ["errors:organization_required"] },
  { path: "/onboarding", form: { organization_name: long(101) }, says: [["errors:too_long", { max: 100 }]] },
];

/** Rules of an organization's name, time zone and currency. */
export function organizationRules(): Rule[] {
  const settings = {
    intent: "save",
    organization_name: "New",
    time_zone: "Europe/Zurich",
    default_currency: "CHF",
  };
  const path = "/settings/general";
  return [
    { path, form: { ...settings, organization_name: "  " }, says: ["errors:organization_required"] },
    { path, form: { ...settings, organization_name: long(101) }, says: [["errors:too_long", { max: 100 }]] },
    { path, form: { ...settings, time_zone: "" }, says: ["errors:time_zone_required"] },
    { path, form: { ...settings, time_zone: "Mars/Olympus" }, says: ["errors:time_zone_invalid"] },
    { path, form: { ...settings, default_currency: "EURX" }, says: ["errors:default_currency_invalid"] },
    { path, form: { ...settings, default_currency: "" }, says: ["errors:default_currency_invalid"] },
  ];
}

/** Rules of a webhook's address and event. */
export function webhookRules(): Rule[] {
  const path = "/settings/webhook";
  const hook = (webhook_url: string) => ({ intent: "save", webhook_url, webhook_events: "deal.created" });
  const https = {
    says: ["errors:webhook_needs_https"],
    de: ["Aus Sicherheitsgründen sind nur HTTPS URLs erlaubt"],
  };
  const invalid = { says: ["errors:webhook_url_invalid"], de: ["Ungültige URL"] };
  const domain = {
    says: [["errors:webhook_host_not_allowed", { hosts: "Make, Zapier, Webhook.site, Pipedream, n8n" }]],
    de: ["Domain nicht erlaubt. Zugelassene Anbieter: Make, Zapier, Webhook.site, Pipedream, n8n"],
  } satisfies Partial<Rule>;
  return [
    { path, form: hook("hooks zapier"), ...invalid },
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
      form: { ...hook("https://webhook.site/1"), webhook_events: "lead.eaten" },
      says: ["errors:webhook_event_required"],
    },
    // The address of a test is checked by the same rules.
    { path, form: { ...hook(" "), intent: "test" }, says: ["errors:webhook_url_required"] },
    { path, form: { ...hook("http://webhook.site/1"), intent: "test" }, ...https },
    { path, form: { ...hook("https://127.0.0.1/1"), intent: "test" }, ...domain },
    { path, form: hook(`https://webhook.site/${long(2000)}`), says: [], de: ["Höchstens 2.000 Zeichen"] },
  ];
}
