import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { useFormat } from "~/browser/use-format";
import type { MergePreview } from "~/domain/leads/read-merge.server";

type Lead = Pick<MergePreview["kept"], "affiliateId" | "affiliate" | "createdOn">;

/** Returns by whom a lead was submitted, and when. */
export function useLeadOrigin(): (lead: Lead) => string {
  const { t } = useTranslation("merging");
  const affiliateName = useAffiliateName();
  const format = useFormat();
  return ({ affiliateId, affiliate, createdOn }) => {
    const date = format.day(createdOn);
    const name = affiliateName(affiliateId, affiliate);
    return name ? t("merge.by", { affiliate: name, date }) : t("merge.since", { date });
  };
}
