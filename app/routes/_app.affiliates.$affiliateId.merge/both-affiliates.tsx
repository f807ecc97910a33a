import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { BothRecords } from "~/components/merging/both-records";
import type { AffiliateMergePreview } from "~/domain/affiliates/read-affiliate-merge.server";
import { PlainStatus } from "~/components/affiliates/affiliate-status";

export type BothAffiliatesProps = { preview: Pick<AffiliateMergePreview, "kept" | "other"> };

/** The two affiliates side by side: the one who stays, and the one who is merged into them. */
export function BothAffiliates({ preview: { kept, other } }: BothAffiliatesProps) {
  const { t } = useTranslation("merging");
  const format = useFormat();
  const record = ({ name, email, createdOn, status }: AffiliateMergePreview["kept"]) => ({
    name,
    lines: [email, t("affiliate.since", { date: format.day(createdOn) })],
    status: <PlainStatus status={status} />,
  });
  return <BothRecords kept={record(kept)} other={record(other)} />;
}
