import { useTranslation } from "react-i18next";
import "~/components/affiliates/batch-texts";
import { SubmitButton } from "~/components/forms/submit-button";
import { NextFocus } from "~/components/payments/next-focus";
import { useAllMatching } from "~/components/selection/all-matching";
import { SelectionBar } from "~/components/selection/selection-bar";
import type { Selection } from "~/components/selection/use-selection";
import { Button } from "~/components/ui/button";
import { useAddress } from "~/components/ui/use-address";
import { intent } from "~/browser/intents";
import { affiliateList } from "~/paths/affiliate-view";
import { paths } from "~/paths/paths";
import { affiliateIntents } from "./intents";

/** The form's id. The checkboxes of the rows refer to it with the `form` attribute. */
export const BATCH_FORM = "batch";

type BatchBarProps = {
  selection: Pick<Selection, "count" | "clear">;
  /** Number of affiliates that match the filter, on all pages. */
  total: number;
};

/** Actions on all selected affiliates (WORK-04). */
export function BatchBar({ selection, total }: BatchBarProps) {
  const { t } = useTranslation("batches");
  const here = affiliateList(useAddress().search);
  const { count, box } = useAllMatching(selection, total);
  return (
    <SelectionBar
      id={BATCH_FORM}
      method="post"
      action={here}
      label={t("affiliates.label")}
      selection={selection}
      chosen={count > 0 ? t("affiliates.chosen", { count }) : ""}
      values={new URLSearchParams(here.split("?")[1])}
      beside={box(t("matching", { count: total }))}
    >
      <NextFocus id="main" />
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:grow">
        <Button type="submit" variant="secondary" formMethod="get" formAction={paths.inviteAffiliates()}>
          {t("affiliates.invite")}
        </Button>
        <Button type="submit" variant="secondary" formMethod="get" formAction={paths.termsOfSeveral()}>
          {t("affiliates.terms")}
        </Button>
        <SubmitButton
          {...intent(affiliateIntents, "activate-several")}
          variant="secondary"
          pendingLabel={t("affiliates.changing")}
        >
          {t("affiliates.activate")}
        </SubmitButton>
        <SubmitButton
          {...intent(affiliateIntents, "deactivate-several")}
          variant="secondary"
          pendingLabel={t("affiliates.changing")}
        >
          {t("affiliates.deactivate")}
        </SubmitButton>
      </div>
    </SelectionBar>
  );
}
