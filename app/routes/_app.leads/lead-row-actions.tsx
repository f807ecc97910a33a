import { useTranslation } from "react-i18next";
import { RowUndo } from "~/components/toast/row-undo";
import { RowActionButton, RowActionLink, RowActions } from "~/components/ui/row-actions";
import { swallowRepeats } from "~/components/ui/swallow-repeats";
import { useAddress } from "~/components/ui/use-address";
import { mayMove } from "~/domain/leads/lead";
import type { LeadCard } from "~/domain/leads/lead-cards.server";
import { isErased } from "~/domain/shared/erased";
import { leadsPath } from "~/paths/lead-view";
import { paths, type LeadDialog } from "~/paths/paths";
import { intent } from "~/browser/intents";
import { moveIntents } from "~/components/leads/lead-intents";

export type LeadRowActionsProps = {
  lead: LeadCard;
  /** The lead is being moved to another status. It has no actions meanwhile. */
  moving: boolean;
};

/** The actions of a card, at the end of a row. */
export function LeadRowActions({ lead, moving }: LeadRowActionsProps) {
  const { t } = useTranslation("leads");
  const location = useAddress();
  const pathOf = (dialog: LeadDialog) => paths.leadDialog(lead.id, dialog, location.search);
  const of = lead.company;
  const move = { type: "submit", name: "status", "aria-disabled": moving || undefined } as const;
  return (
    // The row that moves up here must not get the second click of a double click.
    <div onClick={(event) => swallowRepeats(event.nativeEvent)} className="contents">
      <RowUndo id={lead.id} name={of} />
      <form method="post" action={leadsPath(location)} className="contents">
        <input type="hidden" {...intent(moveIntents, "move")} />
        <input type="hidden" name="lead_id" value={lead.id} />
        <RowActions id={lead.id} label={t("list.actions", { company: of })}>
          {mayMove(lead.status, "qualified") && (
            <RowActionButton {...move} value="qualified" icon="badge-check" text={t("lead.qualify")} of={of} />
          )}
          <RowActionLink dialog to={pathOf("deal")} icon="handshake" text={t("lead.create_deal")} of={of} />
          {mayMove(lead.status, "contacted") && (
            <RowActionButton
              {...move}
              value="contacted"
              icon="message-circle"
              text={t("lead.contact_status")}
              of={of}
            />
          )}
          {!isErased(lead.email) && (
            <RowActionLink dialog to={pathOf("edit")} icon="pencil" text={t("lead.edit")} of={of} />
          )}
          <RowActionLink dialog to={pathOf("lose")} icon="archive" text={t("lead.lose")} of={of} danger />
        </RowActions>
      </form>
    </div>
  );
}
