import { z } from "zod";
import { documentKinds } from "../documents/document";
import { payoutStates } from "../payouts/run";

// What events about payouts contain, with values for tests of an address. Never an account number (PAY-15).

const id = z.uuid();

export const payoutSchema = z.object({
  id,
  run_id: id.describe("payout_run"),
  number: z.string().describe("payout_number"),
  state: z.enum(payoutStates).describe("payout_state"),
  currency: z.string(),
  net: z.number(),
  vat: z.number(),
  gross: z.number().describe("payout_gross"),
  until: z.iso.date().describe("payout_until"),
});

export const payoutSample = (today: string) => ({
  id: "00000000-0000-4000-8000-000000000005",
  run_id: "00000000-0000-4000-8000-000000000006",
  number: "AB-0001",
  state: "open" as const,
  currency: "EUR",
  net: 1000,
  vat: 190,
  gross: 1190,
  until: today,
});

/** A credit note or its cancellation. Its files are loaded from the API, because they have the account number. */
export const documentSchema = z.object({
  id,
  kind: z.enum(documentKinds).describe("document_kind"),
  number: z.string(),
  issued_on: z.iso.date(),
  cancels: z.string().nullable().describe("document_cancels"),
  currency: z.string(),
  net: z.number(),
  vat: z.number(),
  gross: z.number().describe("document_gross"),
});

export const documentSample = (today: string) => ({
  id: "00000000-0000-4000-8000-000000000007",
  kind: "credit_note" as const,
  number: "GU-0001",
  issued_on: today,
  cancels: null,
  currency: "EUR",
  net: 1000,
  vat: 190,
  gross: 1190,
});
