import Lock from "lucide-react/icons/lock";
import { useTranslation } from "react-i18next";
import type { EditableDeal } from "~/domain/deals/preview-edit";
import { useFormat } from "~/browser/use-format";

/** Shows the values of a deal that can no longer be changed, and why. */
export function SettledFacts({ deal }: { deal: EditableDeal }) {
  const { t } = useTranslation(["deals", "leads"]);
  const format = useFormat();
  const { amount, currency, recurring } = deal.contract;
  const monthsPaid = deal.payments.some((payment) => payment.paid);
  const facts = [
    { label: t("leads:deal.deal_type"), value: t(`leads:deal_type.${recurring ? "recurring" : "one-time"}`) },
    ...(deal.paid ? [{ label: t("leads:deal.amount"), value: format.money({ amount, currency }) }] : []),
    ...(monthsPaid ? [{ label: t("leads:deal.currency"), value: currency }] : []),
  ];
  const reason = deal.paid ? t("edit.commission_paid") : monthsPaid ? t("edit.months_paid") : null;
  return (
    <div className="rounded-lg border px-4 py-3">
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex gap-2">
            <dt className="text-muted">{label}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {reason && (
        <p className="mt-1 flex items-start gap-2 text-muted">
          <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
          {reason}
        </p>
      )}
    </div>
  );
}
