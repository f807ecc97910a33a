import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { leadIntents } from "~/components/leads/lead-intents";
import { NextFocus } from "~/components/payments/next-focus";
import { useAllMatching } from "~/components/selection/all-matching";
import { SelectionBar } from "~/components/selection/selection-bar";
import type { Selection } from "~/components/selection/use-selection";
import { Button } from "~/components/ui/button";
import type { Count } from "~/components/ui/count-text";
import { Icon } from "~/components/ui/icon";
import { Menu, MenuButton } from "~/components/ui/menu";
import { useAddress } from "~/components/ui/use-address";
import { intent } from "~/browser/intents";
import { leadsPath } from "~/paths/lead-view";
import { paths } from "~/paths/paths";

/** The form's id. The checkboxes of the rows refer to it with the `form` attribute. */
export const BATCH_FORM = "batch";

type BatchBarProps = {
  selection: Pick<Selection, "count" | "clear">;
  /** Number of leads that match the filter, on all pages; undefined if it is not known. */
  total: Count | undefined;
};

/** Actions on all selected leads (LEAD-13, WORK-04). Those needed less often are in a menu, so the bar is one line. */
export function BatchBar({ selection, total }: BatchBarProps) {
  const { t } = useTranslation("leads");
  const here = leadsPath(useAddress());
  const all = total && !total.cut ? total.count : 0;
  const { count, box } = useAllMatching(selection, all);
  return (
    <SelectionBar
      id={BATCH_FORM}
      method="post"
      action={here}
      label={t("batch.label")}
      selection={selection}
      chosen={count > 0 ? t("batch.chosen", { count }) : ""}
      values={new URLSearchParams(here.split("?")[1])}
      beside={box(t("batch.matching", { count: all }))}
    >
      <NextFocus id="main" />
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:grow">
        <SubmitButton
          {...intent(leadIntents, "qualify-several")}
          variant="secondary"
          pendingLabel={t("batch.qualifying")}
        >
          {t("batch.qualify")}
        </SubmitButton>
        <Button type="submit" variant="secondary" formMethod="get" formAction={paths.dialogOfLeads("assign")}>
          {t("batch.assign")}
        </Button>
        <Button type="submit" variant="secondary" formMethod="get" formAction={paths.dialogOfLeads("step")}>
          {t("lead.next_step")}
        </Button>
        <Menu
          variant="secondary"
          className="max-md:[&>summary]:w-full"
          trigger={
            <>
              {t("batch.others")}
              <Icon name="chevron-down" />
            </>
          }
        >
          <MenuButton {...intent(leadIntents, "contact-several")}>{t("batch.contact")}</MenuButton>
          <MenuButton formMethod="get" formAction={paths.dialogOfLeads("give")}>
            {t("batch.give")}
          </MenuButton>
          <MenuButton formMethod="get" formAction={paths.dialogOfLeads("lose")}>
            {t("batch.lose")}
          </MenuButton>
          <MenuButton danger formMethod="get" formAction={paths.dialogOfLeads("delete")}>
            {t("batch.delete")}
          </MenuButton>
        </Menu>
      </div>
    </SelectionBar>
  );
}
