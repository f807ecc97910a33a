import type { SkipReason } from "../affiliates/affiliate-batch";
import { isErased } from "../shared/erased";
import { differing } from "../shared/field-list";
import { termValues, type TermRules } from "./term";

/** An affiliate whose terms are about to change, with the version in force. */
export interface TermsHolder {
  id: string;
  name: string;
  email: string;
  /** Null without terms. */
  active: (TermRules & { id: string }) | null;
}

/**
 * Returns what happens to an affiliate's terms when several get new ones: they change, they are the same already, or
 * the reason why they stay.
 */
export function fateOf({ email, active }: TermsHolder, rules: TermRules): "changes" | "same" | SkipReason {
  if (isErased(email)) return "erased";
  if (!active) return "changes";
  const isSame = differing(termValues({ ...active, startDate: rules.startDate }), termValues(rules)).length === 0;
  return isSame ? "same" : "changes";
}
