import { describe, expect, test } from "vitest";
import { eventNames } from "./events";
import { saveWebhookSchema } from "./webhook.schema";

const problems = (form: object) =>
  saveWebhookSchema.safeParse(form).error?.issues.map(({ path, message }) => [path.join("."), message]);

describe("[SET-03] the form of the webhook", () => {
  test("accepts an empty address, and removes surrounding spaces", () => {
    const url = (webhook_url?: string) =>
      saveWebhookSchema.parse({ webhook_url, webhook_events: ["lead.created"] }).url;
    expect(url("  https://hooks.zapier.com/x ")).toBe("https://hooks.zapier.com/x");
    // People leave out the scheme; here a host alone is an address too.
    for (const said of ["hooks.zapier.com/x", "//hooks.zapier.com/x", "https:hooks.zapier.com/x"])
      expect(url(said)).toBe("https://hooks.zapier.com/x");
    expect(url("webhook.site")).toBe("https://webhook.site");
    expect(url("hooks.zapier.com:8443")).toBe("https://hooks.zapier.com:8443");
    // The check of the address rejects other schemes.
    for (const other of ["ftp://webhook.site/x", "javascript:alert(1)", "nonsense"]) expect(url(other)).toBe(other);
    for (const none of [undefined, "", "   "]) expect(url(none)).toBe("");
    expect(url("x".repeat(2000))).toHaveLength(2000);
    expect(problems({ webhook_url: "x".repeat(2001), webhook_events: ["lead.created"] })).toEqual([
      ["webhook_url", 'too_long|{"max":2000}'],
    ]);
    expect(problems({ webhook_url: "https://a\0", webhook_events: ["lead.created"] })).toEqual([
      ["webhook_url", "text_damaged"],
    ]);
  });

  const webhook_url = "https://hooks.zapier.com/x";

  test("accepts one or several events, and stores each once in the order of the catalog", () => {
    for (const chosen of [...eventNames.map((name) => [name]), [...eventNames]])
      expect(saveWebhookSchema.parse({ webhook_url, webhook_events: chosen }).events).toEqual(chosen);
    const twice = ["lead.created", "deal.created", "lead.created"];
    expect(saveWebhookSchema.parse({ webhook_url, webhook_events: twice }).events).toEqual([
      "deal.created",
      "lead.created",
    ]);
    for (const event of ["", "lead.eaten", "both", "toString"])
      expect(problems({ webhook_url, webhook_events: [event] })).toEqual([
        ["webhook_events", "webhook_event_required"],
      ]);
  });

  test("requires an event only with an address", () => {
    expect(problems({ webhook_url })).toEqual([["webhook_events", "webhook_event_required"]]);
    expect(saveWebhookSchema.parse({}).events).toEqual([]);
  });

  test("returns the version that was shown", () => {
    expect(saveWebhookSchema.parse({ version: "abc" })).toEqual({ url: "", events: [], version: "abc" });
  });
});
