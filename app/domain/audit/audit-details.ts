import { z } from "zod";
import type { Log } from "../shared/scope";
import { boundedText, storedDay } from "../shared/fields";

/** What an entry of the audit log is about. */
export type AuditEntity = "organization" | "affiliate" | "lead" | "deal" | "commission_payment" | "member" | "api_key";

const amount = z.int().nullish();
const currency = boundedText(100);

/** The details that screens calculate with. All others are shown as they are, or not at all. */
const storedDetails = z.looseObject({
  amount,
  fixed_amount: amount,
  rev_share_bp: amount,
  currency: currency.nullish(),
  period: storedDay.nullish(),
  amounts: z.array(z.object({ amount: z.int(), currency })).nullish(),
});

/** What changed: amounts in minor units. `unreadable`: nobody can tell any more. */
export type AuditDetails = z.output<typeof storedDetails> & { unreadable?: true };

/**
 * The details of an entry of the audit log, as the database returns them. What cannot be read is logged and marked as
 * unreadable, so that a list shows the entry all the same.
 */
export function readDetails(entry: { id: string; data: unknown }, log: Log): AuditDetails {
  const { success, data, error } = storedDetails.safeParse(entry.data);
  if (success) return data;
  log.error({ err: error, audit_entry_id: entry.id }, "the stored details of an audit entry cannot be read");
  return { unreadable: true };
}
