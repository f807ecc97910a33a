import { z } from "zod";
import { endReasons } from "../deals/deal-end";
import type { DealField } from "../deals/deal.schema";
import { contactFields, type ContactField, type LeadContact } from "../leads/lead.schema";
import { toValues } from "../shared/field-list";
import { deliveredEvents } from "./delivery";

// The body of a webhook (HOOK-01), as it is sent, tried out and documented. Numbers are numbers here, as it was
// specified.

/** A lead's contact fields in events. Null: left out, because notes are for those who work on the lead. */
const contact = {
  company_name: z.string(),
  contact_person: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  notes: null,
} satisfies Record<ContactField, z.ZodType | null>;

/** The fields of a deal's contract in events. Null: left out, as it was specified. */
const contract = {
  title: z.string(),
  amount: z.number(),
  currency: z.string(),
  close_date: z.iso.date(),
  mrr: null,
  contract_duration_months: null,
  contract_start_date: null,
} satisfies Record<DealField, z.ZodType | null>;

type Decided = Readonly<Record<string, z.ZodType | null>>;
type SentOf<F extends Decided> = { [N in keyof F as F[N] extends null ? never : N]: NonNullable<F[N]> };

const sentOf = <F extends Decided>(fields: F) =>
  Object.fromEntries(Object.entries(fields).filter(([, schema]) => schema !== null)) as SentOf<F>;

type Sent = SentOf<typeof contact>;
const sent = sentOf(contact);
const { close_date, ...sold } = sentOf(contract);

/** Whether events contain this field of a lead's contact. */
export const isInEvents = (name: ContactField): boolean => name in sent;

const id = z.uuid();

/** What every event has, and that of a deal beside it. */
const anyEvent = z.object({
  event: z.enum(deliveredEvents),
  timestamp: z.iso.datetime(),
  deal: z
    .object({
      id,
      ...sold,
      commission_amount: z.number(),
      close_date,
    })
    .optional(),
  // A fixed amount is owed in the terms' currency, which may be another than the deal's. Beside the deal, which is as
  // it was specified.
  commission_currency: z.string().optional(),
  /** How a deal ended: the first day on which it no longer runs, and what it was worth until then. */
  end: z
    .object({
      day: z.iso.date(),
      reason: z.enum(endReasons),
      note: z.string().nullable(),
      worth: z.number(),
    })
    .optional(),
  lead: z.object({ id, ...sent }),
  affiliate: z.object({ id, name: z.string() }).nullable(),
});

export type EventBody = z.output<typeof anyEvent>;

const ofDeal = {
  deal: anyEvent.shape.deal.unwrap(),
  commission_currency: anyEvent.shape.commission_currency.unwrap(),
};

/** The body of each event. */
export const eventBodies = {
  "lead.created": anyEvent
    .omit({ deal: true, commission_currency: true, end: true })
    .extend({ event: z.literal("lead.created") })
    .meta({ id: "LeadCreated" }),
  "deal.created": anyEvent
    .omit({ end: true })
    .extend({ event: z.literal("deal.created"), ...ofDeal })
    .meta({ id: "DealCreated" }),
  "deal.ended": anyEvent
    .extend({ event: z.literal("deal.ended"), ...ofDeal, end: anyEvent.shape.end.unwrap() })
    .meta({ id: "DealEnded" }),
  "deal.resumed": anyEvent
    .omit({ end: true })
    .extend({ event: z.literal("deal.resumed"), ...ofDeal })
    .meta({ id: "DealResumed" }),
} satisfies Record<EventBody["event"], z.ZodType>;

/** What an event tells of a lead's contact. */
export function contactInEvents(lead: LeadContact): z.output<z.ZodObject<Sent>> {
  const values = Object.entries(toValues(contactFields, lead)).filter(([name]) => isInEvents(name as ContactField));
  return Object.fromEntries(values) as z.output<z.ZodObject<Sent>>;
}
