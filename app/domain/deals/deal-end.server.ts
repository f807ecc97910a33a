import type { Deal } from "#prisma";
import { dayFromDate } from "../shared/dates";
import type { DealEnd, EndReason } from "./deal-end";

/** Returns how a stored deal ended; null while it runs. */
export const endOf = ({ endedOn, endReason }: Pick<Deal, "endedOn" | "endReason">): DealEnd | null =>
  endedOn && { day: dayFromDate(endedOn), reason: endReason as EndReason };
