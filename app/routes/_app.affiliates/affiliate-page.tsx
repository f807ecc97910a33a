import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { DialogLink } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { dialogOnPage } from "~/paths/affiliate-view";
import { AffiliateHeader } from "./affiliate-header";
import { PageAccess } from "./page-access";
import { PageActivity } from "./page-activity";
import { PageClaims } from "./page-claims";
import { PageDeals } from "./page-deals";
import { PageLeads } from "./page-leads";
import { PageMoney } from "./page-money";
import type { PageProps } from "./page-props";
import { PageTerms } from "./page-terms";

/** One affiliate: money first, then leads and deals, terms, and access (AFF-12). */
export function AffiliatePage({ page }: PageProps) {
  const { t } = useTranslation(["affiliates", "common"]);
  const { search } = useAddress();
  const { affiliate } = page;
  return (
    <>
      <AffiliateHeader page={page} />
      {affiliate.refused && (
        <Alert
          tone="warning"
          actions={
            <DialogLink to={dialogOnPage(affiliate.id, "edit", search)} size="sm">
              {t("common:refused.change")}
            </DialogLink>
          }
        >
          <span className="wrap-anywhere">{t("common:refused.text", { email: affiliate.email })}</span>
        </Alert>
      )}
      {affiliate.hasLeft && <Alert>{t("page.has_left", { name: affiliate.name })}</Alert>}
      <PageMoney page={page} />
      {/* In wide windows the activity is below the lists; on phones it comes last. */}
      <div className="grid items-start gap-x-6 gap-y-8 xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)] xl:grid-rows-[auto_1fr]">
        <div className="min-w-0 space-y-8">
          <PageClaims page={page} />
          <PageLeads page={page} />
          <PageDeals page={page} />
        </div>
        <aside
          aria-label={t("page.agreed")}
          className="grid min-w-0 gap-6 md:max-xl:grid-cols-2 md:max-xl:items-start xl:col-start-2 xl:row-span-2 xl:row-start-1"
        >
          <PageTerms page={page} />
          <PageAccess page={page} />
        </aside>
        <PageActivity page={page} />
      </div>
    </>
  );
}
