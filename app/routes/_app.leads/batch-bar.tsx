import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SubmitButton } from "~/components/forms/submit-button";
import { leadIntents } from "~/components/leads/lead-intents";
import { NextFocus } from "~/components/payments/next-focus";
import { barPlace, ChosenCount } from "~/components/selection/selection-line";
import type { Selection } from "~/components/selection/use-selection";
import { Button } from "~/components/ui/button";
import { useLiveText } from "~/components/ui/live-text";
import { useAddress } from "~/components/ui/use-address";
import { intent } from "~/browser/intents";
import { useHydrated } from "~/browser/use-hydrated";
import { leadsPath } from "~/paths/lead-view";
import { paths } from "~/paths/paths";

/** The form's id. The checkboxes of the rows refer to it with the `form` attribute. */
export const BATCH_FORM = "batch";

/**
 * Actions on all selected leads (LEAD-13). Appears with the first checkbox; without JavaScript it is always visible. It
 * is inside a `group/list` together with the checkboxes.
 */
export function BatchBar({ selection }: { selection: Pick<Selection, "count" | "clear"> }) {
  const { t } = useTranslation("leads");
  const here = leadsPath(useAddress());
  // Without JavaScript the number of selected rows is not known, so it is not shown.
  const count = useHydrated() ? selection.count : 0;
  useLiveText(() => (count > 0 ? t("batch.chosen", { count }) : ""));
  return (
    <Form
      id={BATCH_FORM}
      method="post"
      action={here}
      preventScrollReset
      data-print="hide"
      aria-label={t("batch.label")}
      className={`${barPlace} hidden flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-surface p-3 shadow-float group-has-[[data-chooses]:checked]/list:flex md:px-4 noscript:flex`}
    >
      {/* A dialog keeps the list behind it as it is, at its page. */}
      <HiddenFields values={[...new URLSearchParams(here.split("?")[1])]} />
      <NextFocus id="main" />
      {count > 0 && (
        <ChosenCount selection={selection} className="md:mr-auto">
          <span className="font-medium">{t("batch.chosen", { count })}</span>
        </ChosenCount>
      )}
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:grow">
        <SubmitButton {...intent(leadIntents, "contact-several")} variant="secondary" pendingLabel={t("batch.moving")}>
          {t("batch.contact")}
        </SubmitButton>
        <SubmitButton
          {...intent(leadIntents, "qualify-several")}
          variant="secondary"
          pendingLabel={t("batch.qualifying")}
        >
          {t("batch.qualify")}
        </SubmitButton>
        <Button type="submit" variant="secondary" formMethod="get" formAction={paths.reassignLeads()}>
          {t("batch.give")}
        </Button>
        <Button type="submit" variant="secondary" formMethod="get" formAction={paths.assignLeads()}>
          {t("batch.assign")}
        </Button>
        <Button type="submit" variant="secondary" formMethod="get" formAction={paths.loseLeads()}>
          {t("batch.lose")}
        </Button>
      </div>
    </Form>
  );
}
