import type { DeliveredEvent } from "./delivery";
import type { EventBody } from "./event-body";
import type { WebhookEvent } from "./webhook.schema";

/** The event that a test stands for; where several are chosen that of a deal, which has everything. */
export const testedEvent = (event: WebhookEvent): DeliveredEvent =>
  event === "both" || event === "all" ? "deal.created" : event;

/**
 * The body of a test (SET-03): that of a real event with made-up values, and beside it the organisation and `_test`;
 * see {@link testedEvent}.
 */
export function testPayload(event: WebhookEvent, organization: { id: string; name: string }, now: Date): string {
  const body: EventBody = {
    event: testedEvent(event),
    timestamp: now.toISOString(),
    ...(event !== "lead.created" && {
      deal: {
        id: "00000000-0000-4000-8000-000000000001",
        title: "Test deal",
        amount: 1234.56,
        currency: "EUR",
        commission_amount: 123.46,
        close_date: now.toISOString().slice(0, 10),
      },
      commission_currency: "EUR",
    }),
    lead: {
      id: "00000000-0000-4000-8000-000000000002",
      company_name: "Test company",
      contact_person: "Test contact",
      email: "test@example.com",
      phone: "+49 30 1234567",
    },
    affiliate: { id: "00000000-0000-4000-8000-000000000003", name: "Test affiliate" },
  };
  return JSON.stringify({ ...body, organization, _test: true });
}
