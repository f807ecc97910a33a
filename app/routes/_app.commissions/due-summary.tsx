import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { addressWith } from "~/paths/address";
import { Link } from "~/components/ui/link";
import { useAddress } from "~/components/ui/use-address";
import type { DueOfAffiliate } from "~/domain/commissions/due-by-affiliate.server";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";

type DueSummaryProps = {
  top: readonly DueOfAffiliate[];
  /** True if other affiliates have due commissions too. */
  more: boolean;
};

/** Amounts due by affiliate. An entry filters the list by its affiliate. */
export function DueSummary({ top, more }: DueSummaryProps) {
  const { t } = useTranslation("commissions");
  const { search } = useAddress();
  const format = useFormat();
  const affiliateName = useAffiliateName();
  return (
    <section aria-labelledby="due-by-affiliate" data-print="together" className="space-y-2">
      <h2 id="due-by-affiliate" className="font-medium">
        {t("due.title")}
      </h2>
      <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {top.map(({ affiliateId, name, count, amounts }) => (
          <li key={affiliateId}>
            <Link
              to={addressWith(paths.commissions(), search, { tab: null, affiliate: affiliateId })}
              prefetch="intent"
              preventScrollReset
              className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-lg border bg-surface px-3 py-2 transition-colors duration-150 hover:bg-sunken/60"
            >
              <span className="min-w-20 flex-1">
                <span className="block truncate font-medium" title={affiliateName(affiliateId, name)}>
                  {affiliateName(affiliateId, name)}
                </span>
                <span className="sr-only">, </span>
                <span className="block text-xs text-muted">{t("payments", { count })}</span>
              </span>
              <span className="sr-only">, </span>
              <span className="ml-auto min-w-0 text-right tabular-nums">
                {amounts.map((amount) => (
                  <span key={amount.currency} className="block wrap-anywhere">
                    {format.money(amount)}
                  </span>
                ))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more && <p className="text-xs text-muted">{t("due.more")}</p>}
    </section>
  );
}
