import { expect } from "@playwright/test";
import { newcomer, post, sameIn, stranger } from "./support/api";
import { long, test, type Rule } from "./support/rules";

test("[ORG-01] [ORG-06] the organisation's name, time zone and currency", async ({
  world,
  refused,
  changingNothing,
}) => {
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

  const settings = {
    intent: "save",
    organization_name: "New",
    time_zone: "Europe/Zurich",
    default_currency: "CHF",
  };
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
      { path, form: { ...settings, default_currency: "EURX" }, says: ["errors:default_currency_invalid"] },
      { path, form: { ...settings, default_currency: "" }, says: ["errors:default_currency_invalid"] },
    ]),
  );
});

test("[HOOK-02] [SET-03] webhook addresses", async ({ world, refused, changingNothing }) => {
  const path = "/settings/webhook";
  const hook = (webhook_url: string) => ({ intent: "save", webhook_url, webhook_event: "both" });
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
        form: { ...hook("https://webhook.site/1"), webhook_event: "lead.lost" },
        says: ["errors:webhook_event_required"],
      },
      // A test asks for what it is sent to, by the same rules.
      { path, form: { ...hook(" "), intent: "test" }, says: ["errors:webhook_url_required"] },
      { path, form: { ...hook("http://webhook.site/1"), intent: "test" }, ...https },
      { path, form: { ...hook("https://127.0.0.1/1"), intent: "test" }, ...domain },
      { path, form: hook(`https://webhook.site/${long(2000)}`), says: [["errors:too_long", { max: 2000 }]] },
    ]);
    expect((await post(world.staff.en, path, { intent: "save", webhook_event: "both" })).status()).toBe(400);
  });
});
