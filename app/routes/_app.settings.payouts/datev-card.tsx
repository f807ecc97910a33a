import { useTranslation } from "react-i18next";
import { Card } from "~/components/ui/card";
import { DialogLink } from "~/components/ui/route-dialog";
import type { DatevSettings } from "~/domain/documents/datev-settings";
import { paths } from "~/paths/paths";
import "~/components/payouts/payout-texts";

/** The numbers that the tax adviser gives, and the way to their form (PAY-14). */
export function DatevCard({ settings }: { settings: DatevSettings | null }) {
  const { t } = useTranslation("datev");
  // As text, because numbers would be shown with separators.
  const summary = (of: DatevSettings) =>
    t("settings.summary", { adviser: String(of.adviser), client: String(of.client), chart: of.chart });
  return (
    <Card title={t("settings.title")} description={t("settings.text")}>
      <div className="flex flex-col gap-3 md:flex-row md:items-center md:justify-between">
        <p className="min-w-0 wrap-anywhere tabular-nums">{settings ? summary(settings) : t("settings.none")}</p>
        <DialogLink to={paths.datevSettings()} prefetch="intent" className="shrink-0">
          {t(settings ? "settings.change" : "settings.enter")}
        </DialogLink>
      </div>
    </Card>
  );
}
