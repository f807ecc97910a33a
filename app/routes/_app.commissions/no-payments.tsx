import { useTranslation } from "react-i18next";
import { addressWith } from "~/paths/address";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { HelpLink } from "~/components/ui/help-link";
import { useAddress } from "~/components/ui/use-address";
import type { PaymentTab, CommissionKind } from "~/domain/commissions/commission";
import type { Day } from "~/domain/shared/dates";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";

type NoPaymentsProps = {
  tab: PaymentTab;
  /** Number of payments on each tab. */
  counts: Record<PaymentTab, number>;
  /** What the list is filtered by. */
  affiliate: string | null;
  kind: CommissionKind | null;
  period: object | null;
  deal: object | null;
  search: string;
  /** Due date of the next planned payment. */
  next: Day | null;
};

/** Replaces an empty list of payments: says why there are none and what to do next. */
export function NoPayments({ tab, counts, affiliate, kind, period, deal, search: words, next }: NoPaymentsProps) {
  const { t } = useTranslation(["commissions", "transactions", "common"]);
  const { search } = useAddress();
  const format = useFormat();
  const link = (changes: Record<string, string | null>, label: string) => (
    <ButtonLink variant="secondary" to={addressWith(paths.commissions(), search, changes)} preventScrollReset>
      {label}
    </ButtonLink>
  );
  // The tab has payments, but this page is beyond the last one.
  if (counts[tab] > 0) {
    return (
      <EmptyState icon="file-search" title={t("common:beyond.title")} action={link({}, t("common:beyond.action"))}>
        {t("common:beyond.text")}
      </EmptyState>
    );
  }
  if (deal) {
    return (
      <EmptyState
        icon="file-search"
        title={t("transactions:no_match.title")}
        action={counts.all > 0 && link({ tab: "all", sort: null }, t("no_match.show_all"))}
      >
        {t("no_match.of_deal")}
      </EmptyState>
    );
  }
  if (kind || affiliate !== null || period || words) {
    return (
      <EmptyState
        icon="file-search"
        title={kind || period || words ? t("transactions:no_match.title") : t("no_match.title", { name: affiliate })}
        action={link(
          { q: null, affiliate: null, kind: null, period: null, from: null, to: null },
          t("common:clear_filters"),
        )}
      >
        {kind || period || words ? t("transactions:no_match.text") : t(`no_match.${tab}`)}
      </EmptyState>
    );
  }
  if (counts.all === 0 || tab === "all") {
    return (
      <EmptyState
        icon="calendar-plus"
        title={t("empty.title")}
        action={
          <>
            <ButtonLink to={paths.leads()}>{t("empty.action")}</ButtonLink>
            <HelpLink inWords />
          </>
        }
      >
        {t("empty.text")}
      </EmptyState>
    );
  }
  if (tab === "due") {
    const on = counts.planned > 0 ? ("planned" as const) : ("paid" as const);
    return (
      <EmptyState icon="calendar-check" title={t("none.due")} action={link({ tab: on }, t(`none.show_${on}`))}>
        {t("none.due_text")} {next && t("none.next", { date: format.day(next) })}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="file-search"
      title={t(`none.${tab}`)}
      action={link({ tab: null, sort: null }, t("none.show_due"))}
    >
      {t(`none.${tab}_text`)}
    </EmptyState>
  );
}
