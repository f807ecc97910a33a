import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import { LiveText } from "~/components/ui/live-text";
import type { Tone } from "~/components/ui/tone";
import type { Fate } from "~/domain/deals/deal-end";
import type { EndPreview as Preview } from "~/domain/deals/preview-end";
import { useFormat } from "~/browser/use-format";

const tones: Record<Fate, Tone> = { ends: "neutral", stays: "info", owed_back: "warning", paid: "success" };
const fates = ["owed_back", "ends", "stays", "paid"] as const;

type EndPreviewProps = {
  /** Null while something is missing or invalid. */
  preview: Preview | null;
  problem: "deal_end_in_future" | "deal_end_outside" | null;
};

/** Shows what happens to each month, and the totals, while reason and day are chosen. */
export function EndPreview({ preview, problem }: EndPreviewProps) {
  const { t } = useTranslation(["deals", "errors"]);
  const format = useFormat();
  return (
    <section aria-labelledby="end-preview" className="rounded-lg bg-sunken p-4">
      <h3 id="end-preview" className="font-semibold">
        {t("end.preview")}
      </h3>
      <LiveText>
        {!preview && <p className="mt-1 text-muted">{t(problem ? `errors:${problem}` : "deals:end.incomplete")}</p>}
        {preview && (
          <dl className="mt-2 grid gap-1">
            {fates
              .filter((fate) => preview.sums[fate].length > 0)
              .map((fate) => (
                <div key={fate} className="flex flex-wrap justify-between gap-x-4">
                  <dt>{t(`end.fates.${fate}`)}</dt>
                  <dd className="font-medium tabular-nums">{format.sum(preview.sums[fate])}</dd>
                </div>
              ))}
          </dl>
        )}
        {preview && (
          <p className="mt-2 text-muted">
            {preview.commissions.length === 0 && `${t("end.nothing")} `}
            {t("end.worth", { amount: format.money(preview.worth) })}
          </p>
        )}
      </LiveText>
      {preview && preview.commissions.length > 0 && (
        <ul
          // With many months it scrolls, so it must be reachable by keyboard.
          tabIndex={0}
          aria-labelledby="end-preview"
          className="mt-3 max-h-64 divide-y overflow-y-auto border-t"
        >
          {preview.commissions.map(({ period, amount, fate }) => (
            <li key={period ?? "whole"} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <span className="min-w-24 flex-1">{period ? format.month(period) : t("end.whole")}</span>
              <span className="text-right tabular-nums">{format.money(amount)}</span>
              <span className="w-40 text-right max-md:w-full max-md:text-left">
                <StatusBadge tone={tones[fate]}>{t(`end.fates.${fate}`)}</StatusBadge>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
