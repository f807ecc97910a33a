import { z } from "zod";
import { endReasons } from "../deals/deal-end";
import { leadStatuses } from "../leads/lead";
import { boundedText } from "../shared/fields";
import { commissionKinds } from "../commissions/commission";
import { contactSchema, soldInEvents, workSample, workSchema } from "./lead-parts";
import { documentSample, documentSchema, payoutSample, payoutSchema } from "./payout-parts";

// The catalog of webhook events (HOOK-01). Names, jobs, bodies, tests, forms, the API document and the CHECK
// constraints of the database are derived from it. A new event needs an entry here, its texts in settings.json and
// rest.json, and a call of emitEvents. A new part also needs its reader (payload.server).

const id = z.uuid();

/** The records to which an event can refer. */
const references = {
  /** Only for events without a deal or a payout; those with a deal refer to its lead. */
  lead_id: id,
  deal_id: id,
  /** For a month of a recurring deal; null for the commission of a one-time deal. */
  payment_id: id.nullable(),
  payout_id: id,
  document_id: id,
  /** Only for events about an affiliate. */
  affiliate_id: id,
  /** The lead or affiliate that was merged into another. */
  merged_id: id,
  /** The action (recordAction) that can be undone; the event is delayed until it no longer can. */
  batch_id: id,
};
type References = { [R in keyof typeof references]: z.output<(typeof references)[R]> };

const { close_date, ...sold } = soldInEvents;

/** Values of the organization's own fields by their keys; left out without any. Numbers are texts, as stored. */
const ownFields = z
  .record(
    boundedText(50),
    z.union([z.string(), z.boolean(), z.object({ amount: z.number(), currency: z.string() })]).nullable(),
  )
  .optional();
export type OwnInEvents = NonNullable<z.output<typeof ownFields>>;

/** A part of a body. `needs`: the references for reading it. `sample`: its value in tests of an address. */
const part = <S extends z.ZodType, const R extends keyof References>(
  schema: S,
  needs: readonly R[],
  sample: (today: string) => NoInfer<z.input<S>>,
) => ({ schema, needs, sample });

/** The parts of events beside the lead and the affiliate, by their names in the body. Numbers are JSON numbers. */
const parts = {
  deal: part(
    z.object({ id, ...sold, commission_amount: z.number(), close_date, fields: ownFields }),
    ["deal_id"],
    (close) => ({
      id: "00000000-0000-4000-8000-000000000001",
      title: "Test deal",
      amount: 1234.56,
      currency: "EUR",
      commission_amount: 123.46,
      close_date: close,
    }),
  ),
  /** The first day on which the deal no longer runs, and its worth until then. */
  end: part(
    z.object({ day: z.iso.date(), reason: z.enum(endReasons), note: z.string().nullable(), worth: z.number() }),
    ["deal_id"],
    (today) => ({ day: today, reason: "cancelled_by_customer" as const, note: null, worth: 1000 }),
  ),
  /** The commission that was marked paid. */
  commission: part(
    z.object({
      kind: z.enum(commissionKinds).describe("kind"),
      id,
      amount: z.number(),
      currency: z.string(),
      period: z.iso.date().nullable().describe("period_whole"),
      paid_on: z.iso.date(),
      receipt_url: z.string().nullable(),
      receipt_file: id.nullable().describe("receipt_file"),
    }),
    ["deal_id", "payment_id", "batch_id"],
    (today) => ({
      kind: "payment" as const,
      id: "00000000-0000-4000-8000-000000000004",
      amount: 123.46,
      currency: "EUR",
      period: `${today.slice(0, 7)}-01`,
      paid_on: today,
      receipt_url: "https://example.com/receipt.pdf",
      receipt_file: null,
    }),
  ),
  /** The status of the lead when the event is sent. */
  status: part(z.enum(leadStatuses), [], () => "contacted" as const),
  /** Who works on the lead, and what they do next (WORK-07). Only the organization gets events, never an affiliate. */
  work: part(workSchema, [], workSample),
  /** The reason for losing the lead, as shown to the affiliate. */
  reason: part(z.string().nullable().describe("reason"), ["batch_id"], () => "No budget this year"),
  /** The reason for deleting the lead, as shown to the affiliate. */
  delete_reason: part(z.string().nullable().describe("reason"), ["batch_id"], () => "Test entry"),
  /** The id of the lead that no longer exists. */
  merged_lead_id: part(id, ["merged_id"], () => "00000000-0000-4000-8000-000000000005"),
  /** The id of the affiliate that no longer exists. */
  merged_affiliate_id: part(id, ["affiliate_id", "merged_id"], () => "00000000-0000-4000-8000-000000000006"),
  // A fixed amount is owed in the terms' currency, which may differ from the deal's. It is outside the deal, whose
  // fields are specified.
  commission_currency: part(z.string(), ["deal_id"], () => "EUR"),
  payout: part(payoutSchema, ["payout_id"], payoutSample),
  document: part(documentSchema, ["payout_id", "document_id"], documentSample),
  /** The value day of the payment that the action recorded. */
  paid_on: part(z.iso.date(), ["payout_id", "batch_id"], (today) => today),
  return_reason: part(z.string().describe("return_reason"), ["payout_id"], () => "AC04 Account closed"),
  void_reason: part(z.string().nullable().describe("void_reason"), ["payout_id"], () => "Wrong amounts"),
};

export type PartName = keyof typeof parts;
export type PartValue<P extends PartName> = z.output<(typeof parts)[P]["schema"]>;
export type NeededBy<P extends PartName> = Pick<References, (typeof parts)[P]["needs"][number]>;

/** `record`: the name of its body in the API document. `has`: the parts of the body, in their order. */
const event = <const P extends readonly PartName[]>(record: string, ...has: P) => ({ record, has });

/** All events, in the order in which they are offered. If several are chosen, a test uses the first. */
export const events = {
  "deal.created": event("DealCreated", "deal", "commission_currency"),
  "deal.paid": event("DealPaid", "deal", "commission", "commission_currency"),
  "deal.ended": event("DealEnded", "deal", "end", "commission_currency"),
  "deal.resumed": event("DealResumed", "deal", "commission_currency"),
  "lead.created": event("LeadCreated"),
  "lead.updated": event("LeadUpdated", "status", "work"),
  "lead.lost": event("LeadLost", "reason"),
  "lead.merged": event("LeadMerged", "merged_lead_id"),
  "lead.deleted": event("LeadDeleted", "delete_reason"),
  "affiliate.merged": event("AffiliateMerged", "merged_affiliate_id"),
  "payout.approved": event("PayoutApproved", "payout"),
  "payout.paid": event("PayoutPaid", "payout", "paid_on"),
  "payout.returned": event("PayoutReturned", "payout", "return_reason"),
  "payout.voided": event("PayoutVoided", "payout", "void_reason"),
  "document.issued": event("DocumentIssued", "payout", "document"),
  "document.cancelled": event("DocumentCancelled", "payout", "document"),
};

export type EventName = keyof typeof events;
type PartOf<E extends EventName> = (typeof events)[E]["has"][number];

/** The names of all events. */
export const eventNames = Object.keys(events) as [EventName, ...EventName[]];

export const isEvent = (name: string): name is EventName => Object.hasOwn(events, name);

type TextKey<N> = N extends `${infer Noun}.${infer Verb}` ? `${Noun}_${Verb}` : never;

export type EventKey = TextKey<EventName>;

/** Returns the key of an event's texts. */
export const eventKey = <E extends EventName>(name: E) => name.replace(".", "_") as TextKey<E>;

type NeededOf<E extends EventName> = keyof NeededBy<PartOf<E>>;

/** References that lead to the affiliate, of which each event has one. */
const roots = ["deal_id", "payout_id", "affiliate_id"] as const;
type RootOf<E extends EventName> = Extract<NeededOf<E>, (typeof roots)[number]> extends never ? "lead_id" : never;

/** An event as emitted by a use case. */
export type EmittedEvent = {
  [E in EventName]: { event: E } & Pick<References, NeededOf<E> | RootOf<E>>;
}[EventName];

/** Events about a lead that no longer exists: only its id is left. */
type GoneEvent = { [E in EventName]: "delete_reason" extends PartOf<E> ? E : never }[EventName];

/** Events about a payout or an affiliate, which have no lead. */
type PayoutEvent = {
  [E in EventName]: "payout" | "merged_affiliate_id" extends infer P ? (P extends PartOf<E> ? E : never) : never;
}[EventName];

const happened = { event: z.enum(eventNames), timestamp: z.iso.datetime() };

/** A queued event, possibly of an older version; {@link readEmitted} checks for missing references. */
export const queuedEvent = z.object({
  /** Id of the delivery, created with the event, so that a repeated job creates no second delivery. */
  event_id: z.string(),
  ...happened,
  ...z.object(references).partial().shape,
});
export type QueuedEvent = Omit<z.output<typeof queuedEvent>, "event_id">;

/** Reads a queued event with all references that its parts need. Throws a ZodError if one is missing. */
export function readEmitted(queued: QueuedEvent): References & Pick<QueuedEvent, "event" | "timestamp"> {
  const needed = partsOf(queued.event).flatMap((name) => parts[name].needs as readonly (keyof References)[]);
  const names = roots.some((root) => needed.includes(root)) ? needed : ["lead_id" as const, ...needed];
  const shape = Object.fromEntries(names.map((name) => [name, references[name]])) as typeof references;
  return z.object({ ...happened, ...shape }).parse(queued);
}

/** Returns the parts of an event's body, in their order. */
export const partsOf = (name: EventName): readonly PartName[] => events[name].has;

type Body<E extends EventName> = z.ZodObject<
  { event: z.ZodLiteral<E>; timestamp: z.ZodISODateTime } & {
    [P in PartOf<E>]: (typeof parts)[P]["schema"];
  } & (E extends PayoutEvent ? typeof ofPayout : E extends GoneEvent ? typeof ofGone : typeof ofLead)
>;

const affiliateSchema = z.object({ id, name: z.string() });
/** The last fields of events about a lead or its deal, and of those about a payout or an affiliate. */
const ofLead = { lead: z.object({ id, ...contactSchema, fields: ownFields }), affiliate: affiliateSchema.nullable() };
const ofPayout = { affiliate: affiliateSchema };
const ofGone = { lead: z.object({ id }), affiliate: affiliateSchema.nullable() };

const isOfPayout = (name: EventName): boolean =>
  partsOf(name).some((one) => one === "payout" || one === "merged_affiliate_id");

/** Returns whether an event is about a lead that no longer exists. */
export const isOfGone = (name: EventName): boolean => partsOf(name).includes("delete_reason");

/** The body of each event, for sending, tests and documentation. */
export const eventBodies = Object.fromEntries(
  eventNames.map((name) => [
    name,
    z
      .object({
        event: z.literal(name),
        timestamp: happened.timestamp,
        ...Object.fromEntries(partsOf(name).map((one) => [one, parts[one].schema])),
        ...(isOfPayout(name) ? ofPayout : isOfGone(name) ? ofGone : ofLead),
      })
      .meta({ id: events[name].record }),
  ]),
) as { [E in EventName]: Body<E> };

/** The fields common to the bodies of events about a lead or its deal, and of those about a payout. */
export type LeadBody = z.output<z.ZodObject<typeof ofLead>>;
export type PayoutBody = z.output<z.ZodObject<typeof ofPayout>>;
export type GoneBody = z.output<z.ZodObject<typeof ofGone>>;

/** Returns the event for a test: the first chosen one. */
export const testedEvent = (chosen: readonly EventName[]): EventName =>
  eventNames.find((name) => chosen.includes(name)) ?? eventNames[0];

/**
 * Returns the body of a test (SET-03): that of a real event with sample values, together with the organization and
 * `_test`.
 */
export function testPayload(event: EventName, organization: { id: string; name: string }, now: Date): string {
  const timestamp = now.toISOString();
  const affiliate = { id: "00000000-0000-4000-8000-000000000003", name: "Test affiliate" };
  const lead: LeadBody["lead"] = {
    id: "00000000-0000-4000-8000-000000000002",
    company_name: "Test company",
    contact_person: "Test contact",
    email: "test@example.com",
    phone: "+49 30 1234567",
  };
  const told = partsOf(event).map((name) => [name, parts[name].sample(timestamp.slice(0, 10))]);
  const whose = isOfPayout(event) ? { affiliate } : { lead: isOfGone(event) ? { id: lead.id } : lead, affiliate };
  return JSON.stringify({ event, timestamp, ...Object.fromEntries(told), ...whose, organization, _test: true });
}
