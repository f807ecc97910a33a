import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "~/components/ui/link";
import { recurringDeals } from "~/domain/commissions/generation";
import type { GenerationPreview, PreviewedDeal } from "~/domain/commissions/preview-generation.server";
import { paths } from "~/paths/paths";

/** Shows what a run would create now, and which deals it would skip and why. */
export function Preview({ preview }: { preview: GenerationPreview }) {
  const { t } = useTranslation("commissions");
  const { created, filled, complete, withoutAffiliate, withoutCommission, missing, skipped } = preview;
  const skippedCount = withoutAffiliate + withoutCommission;
  return (
    <section aria-labelledby="generation-preview" className="space-y-3">
      <h3 id="generation-preview" className="font-medium">
        {t("runs.preview")}
      </h3>
      <p>
        {recurringDeals(preview) === 0
          ? t("toasts.no_deals_text")
          : created === 0
            ? t("runs.nothing")
            : t("runs.would_create", { payments: t("payments", { count: created }), count: filled })}{" "}
        {complete > 0 && created > 0 && t("runs.complete", { count: complete })}
      </p>
      <Deals deals={missing} more={filled - missing.length} of={({ payments }) => t("payments", { count: payments })} />
      {skippedCount > 0 && (
        <>
          <p>{t("runs.skips", { count: skippedCount })}</p>
          <Deals deals={skipped} more={skippedCount - skipped.length} of={({ why }) => t(`runs.why.${why}`)} />
        </>
      )}
    </section>
  );
}

type DealsProps<D> = {
  deals: readonly D[];
  /** Number of deals that are not named. */
  more: number;
  of: (deal: D) => ReactNode;
};

function Deals<D extends PreviewedDeal>({ deals, more, of }: DealsProps<D>) {
  const { t } = useTranslation("commissions");
  if (deals.length === 0) return null;
  return (
    <ul className="divide-y border-y">
      {deals.map((deal) => (
        <li key={deal.id} className="flex flex-wrap items-baseline gap-x-4 py-2">
          <Link
            to={paths.deal(deal.id, { tab: "deals" })}
            className="min-w-0 flex-1 underline decoration-control/60 underline-offset-4 wrap-anywhere hover:decoration-ink"
          >
            {deal.company} – {deal.title}
          </Link>
          <span className="text-xs text-muted">{of(deal)}</span>
        </li>
      ))}
      {more > 0 && <li className="py-2 text-muted">{t("runs.more", { count: more })}</li>}
    </ul>
  );
}
