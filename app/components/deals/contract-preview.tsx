import { useTranslation } from "react-i18next";
import { LiveText } from "~/components/ui/live-text";
import type { DealPreview } from "~/domain/deals/preview-deal";
import { useFormat } from "~/browser/use-format";

/** Shows end date and total of a recurring deal, calculated from the fields that are already filled in. */
export function ContractPreview({ end, total }: Pick<DealPreview, "end" | "total">) {
  const { t } = useTranslation("leads");
  const format = useFormat();
  const facts = [
    { label: t("deal.contract_end_date"), value: end && format.day(end) },
    { label: t("deal.total"), value: total && format.money(total) },
  ];
  return (
    <LiveText className="mt-4 noscript:hidden">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex gap-2">
            <dt className="text-muted">{label}</dt>
            <dd className="font-medium tabular-nums">{value ?? "–"}</dd>
          </div>
        ))}
      </dl>
    </LiveText>
  );
}
