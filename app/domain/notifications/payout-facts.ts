import { z } from "zod";
import { MAX_CURRENCY_LENGTH } from "../shared/currency";
import { boundedText, storedDay } from "../shared/fields";

// Facts of the notifications about payouts, stored as they are; see notice.ts. Amounts are in minor units.

const text = boundedText(1_000);
/** `payoutId` is the id of the payout, `number` that of its statement. */
const statement = { payoutId: z.uuid(), number: text };
const sums = { gross: z.int(), currency: boundedText(MAX_CURRENCY_LENGTH) };

/** `gross` includes `vat`. */
export const paidFacts = { ...statement, ...sums, vat: z.int() };
/** `reason` is what the bank says. */
export const returnedFacts = { ...statement, ...sums, reason: text };
/** The affiliate is paid `gross` against an invoice. */
export const neededFacts = { ...statement, ...sums };
/** `until` is the day until which the statement counts. */
export const issuedFacts = { ...statement, until: storedDay };
