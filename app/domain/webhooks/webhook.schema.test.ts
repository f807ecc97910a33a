import { describe, expect, test } from "vitest";
import { saveWebhookSchema } from "./webhook.schema";

const problems = (form: object) =>
  saveWebhookSchema.safeParse(form).error?.issues.map(({ path, message }) => [path.join("."), message]);

describe("[SET-03] the form of the webhook", () => {
  test("has an address without blanks around it, or none", () => {
    const url = (webhook_url?: string) => saveWebhookSchema.parse({ webhook_url }).url;
    expect(url("  https://hooks.zapier.com/x ")).toBe("https://hooks.zapier.com/x");
    // As people say it; here a host alone is an address too.
    for (const said of ["hooks.zapier.com/x", "//hooks.zapier.com/x", "https:hooks.zapier.com/x"])
      expect(url(said)).toBe("https://hooks.zapier.com/x");
    expect(url("webhook.site")).toBe("https://webhook.site");
    expect(url("hooks.zapier.com:8443")).toBe("https://hooks.zapier.com:8443");
    // What has another scheme is refused by the check of the address.
    for (const other of ["ftp://webhook.site/x", "javascript:alert(1)", "nonsense"]) expect(url(other)).toBe(other);
    for (const none of [undefined, "", "   "]) expect(url(none)).toBe("");
    expect(url("x".repeat(2000))).toHaveLength(2000);
    expect(problems({ webhook_url: "x".repeat(2001) })).toEqual([["webhook_url", 'too_long|{"max":2000}']]);
    expect(problems({ webhook_url: "https://a\0" })).toEqual([["webhook_url", "text_damaged"]]);
  });

  test("has one of the events, or both", () => {
    for (const event of ["deal.created", "lead.created", "both"])
      expect(saveWebhookSchema.parse({ webhook_event: event }).event).toBe(event);
    expect(saveWebhookSchema.parse({}).event).toBe("both");
    for (const event of ["", "lead.lost"])
      expect(problems({ webhook_event: event })).toEqual([["webhook_event", "webhook_event_required"]]);
  });

  test("says what it has shown", () => {
    expect(saveWebhookSchema.parse({ version: "abc" })).toEqual({ url: "", event: "both", version: "abc" });
  });
});
