import { useTranslation } from "react-i18next";
import { addressWith } from "~/paths/address";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { HelpLink } from "~/components/ui/help-link";
import { useAddress } from "~/components/ui/use-address";
import type { ReceiptFilter } from "~/domain/commissions/commission";
import { paths } from "~/paths/paths";

export type NoTransactionsProps = {
  /** Why nothing is listed: the tab is empty, the filter matches nothing, or the page is beyond the last one. */
  why: ReceiptFilter | "filter" | "beyond";
};

/** Replaces an empty list of transactions. */
export function NoTransactions({ why }: NoTransactionsProps) {
  const { t } = useTranslation(["transactions", "common"]);
  const { search } = useAddress();
  const link = (changes: Record<string, string | null>, label: string) => (
    <ButtonLink variant="secondary" to={addressWith(paths.transactions(), search, changes)} preventScrollReset>
      {label}
    </ButtonLink>
  );
  switch (why) {
    case "all":
      return (
        <EmptyState
          icon="wallet"
          title={t("empty.title")}
          action={
            <>
              <ButtonLink to={paths.commissions()}>{t("empty.action")}</ButtonLink>
              <HelpLink inWords />
            </>
          }
        >
          {t("empty.text")}
        </EmptyState>
      );
    case "with":
    case "without":
      return (
        <EmptyState
          icon={why === "without" ? "file-check" : "file-search"}
          title={t(`none.${why}`)}
          action={link({ tab: null }, t("none.show_all"))}
        >
          {t(`none.${why}_text`)}
        </EmptyState>
      );
    case "filter":
      return (
        <EmptyState
          icon="file-search"
          title={t("no_match.title")}
          action={link(
            { q: null, kind: null, affiliate: null, period: null, from: null, to: null },
            t("common:clear_filters"),
          )}
        >
          {t("no_match.text")}
        </EmptyState>
      );
    case "beyond":
      return (
        <EmptyState icon="file-search" title={t("common:beyond.title")} action={link({}, t("common:beyond.action"))}>
          {t("common:beyond.text")}
        </EmptyState>
      );
  }
}
