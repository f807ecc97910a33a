import type { Scope } from "../shared/scope";
import { totalPayments } from "./total-payments.server";

/** How many commissions are due and not paid, monthly and one-off ones. Throws `forbidden`. */
export async function countDue(scope: Scope): Promise<number> {
  return (await totalPayments(scope)).due.count;
}
