import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { transactionKinds, type TransactionKind } from "~/domain/transactions/transaction.schema";

/** One-off or monthly payments or both, as links that keep the tab. */
export function KindFilter({ current }: { current: TransactionKind | null }) {
  const { t } = useTranslation("transactions");
  const { search } = useLocation();
  const hrefOf = (kind: TransactionKind | null) => {
    const params = new URLSearchParams(search);
    params.delete("cursor");
    params.delete("kind");
    if (kind) params.set("kind", kind);
    return `/transactions?${params}`;
  };
  return (
    <nav aria-label={t("kinds.label")} data-print="hide" className="-mx-1 flex flex-wrap">
      {[null, ...transactionKinds].map((kind) => (
        <ButtonLink
          key={kind}
          to={hrefOf(kind)}
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
