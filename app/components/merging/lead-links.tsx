import "./merging-texts";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { useAddress } from "~/components/ui/use-address";
import { mergePath } from "~/paths/merge-path";
import { paths } from "~/paths/paths";

const dialog = { replace: true, preventScrollReset: true } as const;

/** Opens the dialog that deletes a lead. */
export function DeleteLeadLink({ leadId }: { leadId: string }) {
  const { t } = useTranslation("merging");
  const { search } = useAddress();
  return (
    <ButtonLink {...dialog} variant="secondary" to={paths.leadDialog(leadId, "delete", search)} className="text-danger">
      {t("lead.delete")}
    </ButtonLink>
  );
}

/** Opens the search for a lead to merge with. */
export function MergeLeadLink({ leadId }: { leadId: string }) {
  const { t } = useTranslation("merging");
  const { search } = useAddress();
  return (
    <ButtonLink {...dialog} variant="secondary" to={paths.leadDialog(leadId, "merge", search)}>
      {t("lead.merge")}
    </ButtonLink>
  );
}

/** Opens the preview of merging a lead with its possible duplicate. */
export function MergeDuplicateLink({ leadId, duplicateId }: { leadId: string; duplicateId: string }) {
  const { t } = useTranslation("merging");
  const { search } = useAddress();
  return (
    <Link
      {...dialog}
      prefetch="intent"
      to={mergePath(leadId, duplicateId, search)}
      className="inline-flex min-h-11 items-center underline underline-offset-4 md:min-h-8"
    >
      {t("lead.merge_short")}
    </Link>
  );
}
