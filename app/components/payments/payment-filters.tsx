import type { ReactNode } from "react";
import { type CommissionKind, commissionKinds } from "~/domain/commissions/commission";
import { useTranslation } from "react-i18next";
import { addressWith } from "~/paths/address";
import { ButtonLink } from "~/components/ui/button";
import { ListToolbar } from "~/components/ui/list-toolbar";
import { useAddress } from "~/components/ui/use-address";

type PaymentFiltersProps = {
  /** The page the list belongs to. */
  path: string;
  kind: CommissionKind | null;
  /** The other filters. */
  children: ReactNode;
};

/** The filters above a list of payments: its kind, then the others. */
export function PaymentFilters({ path, kind, children }: PaymentFiltersProps) {
  return (
    <ListToolbar>
      <KindFilter path={path} current={kind} />
      {children}
    </ListToolbar>
  );
}

type KindFilterProps = {
  /** The page the list belongs to. */
  path: string;
  current: CommissionKind | null;
};

/** Filters by one-off commissions, monthly payments or both, as links that keep the tab. */
function KindFilter({ path, current }: KindFilterProps) {
  const { t } = useTranslation("transactions");
  const { search } = useAddress();
  return (
    <nav aria-label={t("kinds.label")} data-print="hide" className="-ml-1 flex flex-wrap">
      {[null, ...commissionKinds].map((kind) => (
        <ButtonLink
          key={kind}
          to={addressWith(path, search, { kind })}
          size="sm"
          variant={kind === current ? "secondary" : "ghost"}
          aria-current={kind === current ? "true" : undefined}
          preventScrollReset
        >
          {t(`kinds.${kind ?? "all"}`)}
        </ButtonLink>
      ))}
    </nav>
  );
}
