import { CalendarCheck, CalendarPlus, FileSearch } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import type { PaymentState } from "~/domain/commissions/payment";

const elsewhere = {
  due: { icon: CalendarCheck, to: "/commissions?tab=planned", label: "show_planned" },
  planned: { icon: FileSearch, to: "/commissions?tab=all", label: "show_all" },
  paid: { icon: FileSearch, to: "/commissions", label: "show_due" },
  all: { icon: FileSearch, to: "/commissions", label: "show_due" },
} as const;

/** Stands where the payments of a tab would be; without a tab there are none at all. */
export function NoPayments({ tab }: { tab: PaymentState | "all" | null }) {
  const { t } = useTranslation("commissions");
  if (!tab) {
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
  const { icon, to, label } = elsewhere[tab];
  return (
    <EmptyState
      icon={icon}
      title={t(`none.${tab}`)}
      action={
        <ButtonLink variant="secondary" to={to} preventScrollReset>
          {t(`none.${label}`)}
        </ButtonLink>
      }
    >
      {t(`none.${tab}_text`)}
    </EmptyState>
  );
}
