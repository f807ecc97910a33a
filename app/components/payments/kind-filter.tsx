import { useTranslation } from "react-i18next";
import { addressWith } from "~/paths/address";
import { ButtonLink } from "~/components/ui/button";
import { useAddress } from "~/components/ui/use-address";
import { commissionKinds, type CommissionKind } from "~/domain/commissions/commission";

type KindFilterProps = {
  /** The page the list belongs to. */
  path: string;
  current: CommissionKind | null;
};

/** Filters by one-off commissions, monthly payments or both, as links that keep the tab. */
export function KindFilter({ path, current }: KindFilterProps) {
  const { t } = useTranslation("transactions");
  const { search } = useAddress();
  return (
    <nav aria-label={t("kinds.label")} data-print="hide" className="-mx-1 flex flex-wrap">
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
