import "~/components/merging/merging-texts";
import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import type { AffiliateMergePreview } from "~/domain/affiliates/read-affiliate-merge.server";
import { PlainStatus } from "./plain-status";

export type BothAffiliatesProps = { preview: Pick<AffiliateMergePreview, "kept" | "other"> };

/** The two affiliates side by side: the one who stays, and the one who is merged into them. */
export function BothAffiliates({ preview: { kept, other } }: BothAffiliatesProps) {
  const { t } = useTranslation("merging");
  return (
    <ul className="mb-6 grid gap-2 sm:grid-cols-2">
      <OneAffiliate affiliate={kept} role={t("merge.stays")} isKept />
      <OneAffiliate affiliate={other} role={t("merge.goes")} />
    </ul>
  );
}

type OneAffiliateProps = { affiliate: AffiliateMergePreview["kept"]; role: string; isKept?: boolean };

function OneAffiliate({ affiliate, role, isKept = false }: OneAffiliateProps) {
  const { t } = useTranslation("merging");
  const format = useFormat();
  return (
    <li className={`rounded-lg border px-4 py-3 wrap-anywhere ${isKept ? "border-accent bg-accent-soft" : ""}`}>
      <p className="text-xs text-muted">{role}</p>
      <p className="font-medium">{affiliate.name}</p>
      <p className="text-xs text-muted">{affiliate.email}</p>
      <p className="text-xs text-muted">{t("affiliate.since", { date: format.day(affiliate.createdOn) })}</p>
      <p className="mt-2">
        <PlainStatus status={affiliate.status} />
      </p>
    </li>
  );
}
