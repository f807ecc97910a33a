import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { DialogLink } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { dialogOnPage } from "~/paths/affiliate-view";
import { mergeAffiliatePath } from "~/paths/merge-path";
import { AffiliateHeader } from "./affiliate-header";
import { PageClaims } from "./page-claims";
import { PageDeals } from "./page-deals";
import { PageLeads } from "./page-leads";
import { PageMoney } from "./page-money";
import type { PageProps } from "./page-props";
import { PagePayout } from "./page-payout";
import { PageTerms } from "./page-terms";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { Card } from "~/components/ui/card";
import { DescriptionList, type Description } from "~/components/ui/description-list";
import { useAuditDetail } from "~/components/audit/use-audit-detail";
import { ButtonLink } from "~/components/ui/button";
import { paths } from "~/paths/paths";

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
      {page.namesake && (
        <Alert
          tone="info"
          actions={
            <DialogLink to={mergeAffiliatePath(affiliate.id, page.namesake.id, search)} size="sm">
              {t("action.merge_short")}
            </DialogLink>
          }
        >
          <span className="wrap-anywhere">{t("page.namesake", { email: page.namesake.email })}</span>
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
          <PagePayout page={page} />
          <PageAccess page={page} />
        </aside>
        <PageActivity page={page} />
      </div>
    </>
  );
}

/** Shows the creation date, the state of the invitation, and the last visit of the portal. */
function PageAccess({ page: { affiliate, former, timeZone } }: PageProps) {
  const { t } = useTranslation("affiliates");
  const { search } = useAddress();
  const { when } = useAuditWords(timeZone);
  const { id, addedAt, invited, signedInAt, status } = affiliate;
  const waits = status === "invited";
  const items: Description[] = [
    { label: t("page.added"), value: when(addedAt) },
    {
      label: t("page.invited"),
      value: (
        <>
          {invited ? when(invited.sentAt) : t("page.not_invited")}
          {/* An affiliate who has signed in before requests links at the sign-in page. */}
          {invited && waits && (
            <span className="block text-xs text-muted">
              {t(invited.expired ? "page.link_expired" : "page.link_valid")}
            </span>
          )}
        </>
      ),
    },
    {
      label: t("page.signed_in"),
      value: signedInAt ? when(signedInAt) : t(waits ? "page.not_yet" : "page.not_noted"),
    },
    ...(former.length > 0
      ? [
          {
            label: t("page.merged"),
            value: former.map(({ name, email, mergedAt }) => (
              <span key={mergedAt} className="block wrap-anywhere">
                {[name, email].filter(Boolean).join(", ") || "–"}
                <span className="block text-xs text-muted">{when(mergedAt)}</span>
              </span>
            )),
          },
        ]
      : []),
  ];
  return (
    <Card
      title={t("page.access")}
      actions={
        status !== "inactive" && (
          <DialogLink to={dialogOnPage(id, "invitation", search)} variant="ghost" size="sm">
            {t("action.invitation")}
          </DialogLink>
        )
      }
    >
      <DescriptionList items={items} />
    </Card>
  );
}

/** Lists the actions on this affiliate, latest first. */
function PageActivity({ page: { activity, timeZone } }: PageProps) {
  const { t } = useTranslation("affiliates");
  const words = useAuditWords(timeZone);
  const detailOf = useAuditDetail();
  if (activity.length === 0) return null;
  return (
    <Card
      title={t("page.activity")}
      actions={
        <ButtonLink to={paths.settings("activity")} variant="ghost" size="sm">
          {t("page.all_activity")}
        </ButtonLink>
      }
    >
      <ol className="divide-y">
        {activity.map((row) => {
          const { before, after } = words.sentence(row);
          const detail = detailOf(row);
          return (
            <li key={row.id} className="gap-x-6 py-2.5 md:flex md:items-baseline md:justify-between">
              <p className="min-w-0 wrap-anywhere">
                {before}
                {after !== null && <bdi>{row.subject}</bdi>}
                {after}
                <span className="text-muted">{` · ${words.who(row.actor)}`}</span>
                {detail && <span className="block text-xs text-muted">{detail}</span>}
              </p>
              <time dateTime={row.at} className="text-xs whitespace-nowrap text-muted tabular-nums">
                {words.when(row.at)}
              </time>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
