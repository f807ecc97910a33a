import { useLocation } from "@remix-run/react";
import { CalendarCheck, CalendarPlus, FileSearch } from "lucide-react";
import { useTranslation } from "react-i18next";
import { addressWith } from "~/components/ui/address";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import type { PaymentState, PaymentTab } from "~/domain/commissions/payment";

type NoPaymentsProps = {
  tab: PaymentTab;
  /** The affiliate the list is narrowed to. */
  affiliate: string | null;
  /** There is no payment at all, on no tab. */
  none: boolean;
  /** The tab has payments, but this page lies behind its end. */
  beyond: boolean;
};

const elsewhere = {
  due: { icon: CalendarCheck, tab: "planned", label: "show_planned" },
  planned: { icon: FileSearch, tab: null, label: "show_due" },
  paid: { icon: FileSearch, tab: null, label: "show_due" },
} as const satisfies Record<PaymentState, object>;

/** Stands where the payments of a tab would be, and says why there are none. */
export function NoPayments({ tab, affiliate, none, beyond }: NoPaymentsProps) {
  const { t } = useTranslation(["commissions", "common"]);
  const { search } = useLocation();
  const link = (changes: Record<string, string | null>, label: string) => (
    <ButtonLink variant="secondary" to={addressWith("/commissions", search, changes)} preventScrollReset>
      {label}
    </ButtonLink>
  );
  if (beyond) {
    return (
      <EmptyState icon={FileSearch} title={t("beyond.title")} action={link({}, t("beyond.action"))}>
        {t("beyond.text")}
      </EmptyState>
    );
  }
  if (affiliate !== null) {
    return (
      <EmptyState
        icon={FileSearch}
        title={t("no_match.title", { name: affiliate })}
        action={link({ affiliate: null }, t("common:clear_filters"))}
      >
        {t(`no_match.${tab}`)}
      </EmptyState>
    );
  }
  if (none || tab === "all") {
    return (
      <EmptyState
        icon={CalendarPlus}
        title={t("empty.title")}
        action={<ButtonLink to="/leads">{t("empty.action")}</ButtonLink>}
      >
        {t("empty.text")}
      </EmptyState>
    );
  }
  const there = elsewhere[tab];
  return (
    <EmptyState
      icon={there.icon}
      title={t(`none.${tab}`)}
      action={link({ tab: there.tab }, t(`none.${there.label}`))}
    >
      {t(`none.${tab}_text`)}
    </EmptyState>
  );
}
