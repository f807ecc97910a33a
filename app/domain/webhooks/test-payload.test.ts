import { describe, expect, test } from "vitest";
import { eventBodies } from "./event-body";
import { testPayload } from "./test-payload";
import type { WebhookEvent } from "./webhook.schema";

const organization = { id: "0199a0c4-7d5e-7000-8000-000000000001", name: "Agency" };
/** The day before on the machine of the tests, which is behind UTC. */
const now = new Date("2026-03-01T00:30:00.000Z");
const bodyOf = (event: WebhookEvent) => JSON.parse(testPayload(event, organization, now)) as Record<string, unknown>;

describe("[HOOK-01] [SET-03] the body of a test", () => {
  test.each([
    ["lead.created", "lead.created"],
    ["deal.created", "deal.created"],
    ["both", "deal.created"],
  ] as const)("for %s is that of a real %s, with the organisation and _test", (chosen, event) => {
    const { organization: sender, _test, ...body } = bodyOf(chosen);
    expect(eventBodies[event].strict().parse(body)).toEqual(body);
    expect(body["event"]).toBe(event);
    expect(sender).toEqual(organization);
    expect(_test).toBe(true);
  });

  test("has the moment and, of a deal, the day of the test in UTC", () => {
    expect(bodyOf("both")).toMatchObject({
      timestamp: "2026-03-01T00:30:00.000Z",
      deal: { close_date: "2026-03-01", amount: 1234.56, commission_amount: 123.46 },
    });
    expect(bodyOf("lead.created")).not.toHaveProperty("deal");
  });
});
