import type { ReactNode } from "react";
import type { CommissionKind } from "~/domain/commissions/commission";
import { KindFilter } from "./kind-filter";

type PaymentFiltersProps = {
  /** The page the list belongs to. */
  path: string;
  kind: CommissionKind | null;
  /** The other filters. */
  children: ReactNode;
};

/**
 * The filters above a list of payments: its kind on the left, the others on the right or, when there is no room, below.
 */
export function PaymentFilters({ path, kind, children }: PaymentFiltersProps) {
  return (
    <div data-print="hide" className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <KindFilter path={path} current={kind} />
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2 max-md:w-full">{children}</div>
    </div>
  );
}
