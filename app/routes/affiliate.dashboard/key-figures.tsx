import { useTranslation } from "react-i18next";
import { StatCard, StatGrid } from "~/components/ui/stat-card";
import type { AffiliateSummary } from "~/domain/reports/affiliate-summary.server";
import type { Money } from "~/domain/shared/money";
import { useFormat } from "~/browser/use-format";

export type KeyFiguresProps = {
  summary: AffiliateSummary;
  /** The currency in which a zero is shown. */
  currency: string;
};

/**
 * The four cards of the dashboard, money first. The planned amount is shown next to the due amount and is not part of
 * it.
 */
export function KeyFigures({ summary, currency }: KeyFiguresProps) {
  const { t, i18n } = useTranslation("portal");
  const format = useFormat();
  const count = new Intl.NumberFormat(i18n.language);
  const rate = new Intl.NumberFormat(i18n.language, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const money = (amounts: readonly Money[]) =>
    (amounts.length > 0 ? amounts : [{ amount: 0, currency }]).map(format.money);
  const { leads, deals, conversion, earned, open, planned } = summary;
  return (
    <StatGrid pairs>
      <StatCard
        label={t("dashboard.earnings")}
        value={money(earned)}
        hint={t("dashboard.earnings_hint")}
        icon="banknote"
      />
      <StatCard
        label={t("dashboard.open")}
        value={money(open)}
        hint={
          <>
            {t("dashboard.open_hint")}
            {planned.length > 0 && (
              <span className="block">
                {t("dashboard.planned", { amounts: planned.map(format.money).join(" · ") })}
              </span>
            )}
          </>
        }
        icon="hourglass"
      />
      <StatCard
        label={t("dashboard.leads")}
        value={count.format(leads)}
        hint={t("dashboard.leads_hint")}
        icon="handshake"
      />
      <StatCard
        label={t("dashboard.conversion")}
        value={leads === 0 ? "–" : rate.format(conversion / 1000)}
        hint={t("dashboard.conversion_hint", { deals: count.format(deals), leads: count.format(leads) })}
        icon="percent"
      />
    </StatGrid>
  );
}
