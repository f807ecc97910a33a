import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { FindOther } from "~/components/merging/find-other";
import { useAddress } from "~/components/ui/use-address";
import type { MergeableAffiliate } from "~/domain/affiliates/find-mergeable-affiliates.server";
import { dialogOnPage } from "~/paths/affiliate-view";
import { mergeAffiliatePath } from "~/paths/merge-path";
import { paths } from "~/paths/paths";
import { PlainStatus } from "~/components/affiliates/affiliate-status";

export type FindAffiliateProps = { affiliateId: string; find: string; found: readonly MergeableAffiliate[] };

/** The affiliates with whom an affiliate may be merged, and a search for others. */
export function FindAffiliate({ affiliateId, find, found }: FindAffiliateProps) {
  const { t } = useTranslation("merging");
  const format = useFormat();
  const { search } = useAddress();
  const [, behind = ""] = dialogOnPage(affiliateId, "merge", search).split("?");
  const why = ({ sameName, sameDomain }: MergeableAffiliate) =>
    sameName ? [t("affiliate.same_name")] : sameDomain ? [t("affiliate.same_domain")] : [];
  return (
    <FindOther
      of="affiliate"
      action={paths.affiliateDialog(affiliateId, "merge")}
      values={[...new URLSearchParams(behind)].filter(([name]) => name !== "find")}
      find={find}
      found={found.map((one) => ({
        id: one.id,
        to: mergeAffiliatePath(affiliateId, one.id, search),
        name: one.name,
        about: [one.email, t("affiliate.since", { date: format.day(one.createdOn) }), ...why(one)],
        status: <PlainStatus status={one.status} />,
      }))}
    />
  );
}
