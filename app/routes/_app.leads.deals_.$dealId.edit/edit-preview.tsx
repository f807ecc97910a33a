import { useTranslation } from "react-i18next";
import { CommissionExplanation } from "~/components/deals/commission-explanation";
import { LiveText } from "~/components/ui/live-text";
import type { EditableDeal, EditPreview as Preview } from "~/domain/deals/preview-edit";
import { useFormat } from "~/browser/use-format";
import { usePlanWords } from "./use-plan-words";

export type EditPreviewProps = {
  deal: EditableDeal;
  /** Null while something is missing or cannot be read. */
  preview: Preview | null;
};

/** Shows what the deal will pay, and what happens to its payments, recalculated while it is edited. */
export function EditPreview({ deal, preview }: EditPreviewProps) {
  const { t } = useTranslation(["deals", "leads"]);
  const format = useFormat();
  const wordsOf = usePlanWords();
  const recurring = deal.contract.recurring !== null;
  const before = format.money(deal.trace.result);
  const after = preview && format.money(preview.commission.result);
  const words = preview?.plan ? wordsOf(preview.plan, preview.commission.result) : [];
  return (
    <div className="rounded-lg bg-sunken p-4">
      <p className="text-muted">{t(recurring ? "leads:deal.commission_monthly" : "leads:deal.commission")}</p>
      <LiveText className="noscript:hidden">
        <p className="text-lg font-semibold tabular-nums">
          {after ?? "–"}{" "}
          {after && after !== before && (
            <span className="text-sm font-normal text-muted">{t("edit.before", { amount: before })}</span>
          )}
        </p>
        <p className="mt-1 text-muted">
          {preview ? <CommissionExplanation trace={preview.commission} /> : t("edit.incomplete")}
        </p>
        {words.length > 0 && (
          <ul className="mt-3 list-disc space-y-1 border-t pt-3 pl-4">
            {words.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </LiveText>
      <p className="hidden noscript:block">
        {deal.paid ? before : t("edit.without_script", { amount: before })}
        {recurring && ` ${t("edit.without_script_months")}`}
      </p>
    </div>
  );
}
