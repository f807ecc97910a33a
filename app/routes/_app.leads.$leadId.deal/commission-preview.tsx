import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { CommissionExplanation } from "~/components/deals/commission-explanation";
import { Alert } from "~/components/ui/alert";
import { Link } from "~/components/ui/link";
import { LiveText } from "~/components/ui/live-text";
import type { CommissionTrace, PricingTerms } from "~/domain/terms/pricing";
import type { LeadDetails } from "~/domain/leads/read-lead.server";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";

export type CommissionPreviewProps = {
  commission: CommissionTrace | null;
  monthly: boolean;
  terms: PricingTerms | null;
  affiliate: LeadDetails["affiliate"];
};

/** Shows what the deal will pay and why, recalculated while the amount is entered; or why it pays nothing. */
export function CommissionPreview({ commission, monthly, terms, affiliate }: CommissionPreviewProps) {
  const { t } = useTranslation(["leads", "terms"]);
  const format = useFormat();
  const affiliateName = useAffiliateName();
  if (!affiliate) return <Alert>{t("deal.no_affiliate")}</Alert>;
  if (!terms) {
    return (
      <Alert tone="warning">
        {t("deal.no_terms", { affiliate: affiliateName(affiliate.id, affiliate.name) })}{" "}
        <Link to={paths.affiliateDialog(affiliate.id, "terms")}>{t("deal.set_terms")}</Link>
      </Alert>
    );
  }
  return (
    <div className="rounded-lg bg-sunken p-4">
      <p className="text-muted">{t(monthly ? "deal.commission_monthly" : "deal.commission")}</p>
      <LiveText className="noscript:hidden">
        <p className="text-lg font-semibold tabular-nums">{commission ? format.money(commission.result) : "–"}</p>
        <p className="mt-1 text-muted">
          {commission ? (
            <CommissionExplanation trace={commission} />
          ) : (
            t(terms.tiers ? (monthly ? "terms:later_monthly" : "terms:later") : "deal.commission_hint")
          )}
        </p>
      </LiveText>
      <p className="hidden noscript:block">{t("deal.commission_later")}</p>
    </div>
  );
}
