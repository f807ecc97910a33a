import { z } from "zod";
import type { Log } from "../shared/scope";
import { boundedText, storedDay } from "../shared/fields";

/** The kinds of records that an audit entry can refer to. */
export type AuditEntity =
  | "organization"
  | "affiliate"
  | "lead"
  | "deal"
  | "commission_payment"
  | "payout_run"
  | "payout"
  | "document"
  | "file"
  | "member"
  | "api_key"
  | "own_field";

const amount = z.int().nullish();
const currency = boundedText(100);

/** The details that screens calculate with. All others are shown unchanged or not at all. */
const storedDetails = z.looseObject({
  amount,
  fixed_amount: amount,
  rev_share_bp: amount,
  currency: currency.nullish(),
  period: storedDay.nullish(),
  amounts: z.array(z.object({ amount: z.int(), currency })).nullish(),
});

/** What changed, with amounts in minor units. `unreadable`: the stored details are invalid. */
export type AuditDetails = z.output<typeof storedDetails> & { unreadable?: true };

/**
 * Parses the details of an audit entry as the database returns them. Invalid details are logged and marked unreadable,
 * so that a list still shows the entry.
 */
export function readDetails(entry: { id: string; data: unknown }, log: Log): AuditDetails {
  const { success, data, error } = storedDetails.safeParse(entry.data);
  if (success) return data;
  log.error({ err: error, audit_entry_id: entry.id }, "audit entry details rejected: invalid format");
  return { unreadable: true };
}
