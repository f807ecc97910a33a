import type { Scope } from "../shared/scope";
import { totalPayments } from "./list-payments.server";

/** How many monthly payments are due: their month has begun and they are not paid. Throws `forbidden`. */
export async function countDue(scope: Scope): Promise<number> {
  return (await totalPayments(scope)).due.count;
}
