import { useTranslation } from "react-i18next";
import { RowUndo } from "~/components/toast/row-undo";
import { Button, buttonClass } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { ListLink } from "~/components/ui/list-link";
import { Menu, MenuButton, MenuListLink } from "~/components/ui/menu";
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
  return (
    <div
      // The row that moves up here must not get the second click of a double click.
      onClick={(event) => swallowRepeats(event.nativeEvent)}
      className="flex items-center justify-end gap-1 cards:flex-wrap"
    >
      <RowUndo id={lead.id} name={lead.company} />
      {mayMove(lead.status, "qualified") && (
        <form method="post" action={leadsPath(location)}>
          <input type="hidden" {...intent(moveIntents, "move")} />
          <input type="hidden" name="lead_id" value={lead.id} />
          <Button
            type="submit"
            name="status"
            value="qualified"
            variant="secondary"
            size="sm"
            aria-disabled={moving || undefined}
            aria-label={`${t("lead.qualify")}: ${lead.company}`}
          >
            {t("lead.qualify")}
          </Button>
        </form>
      )}
      <ListLink
        dialog
        to={pathOf("deal")}
        aria-label={`${t("lead.create_deal")}: ${lead.company}`}
        className={buttonClass({ variant: "secondary", size: "sm" })}
      >
        {t("lead.create_deal")}
      </ListLink>
      <Menu size="icon-sm" trigger={<Icon name="ellipsis" />} label={t("list.actions", { company: lead.company })}>
        {mayMove(lead.status, "contacted") && (
          <form method="post" action={leadsPath(location)}>
            <input type="hidden" {...intent(moveIntents, "move")} />
            <input type="hidden" name="lead_id" value={lead.id} />
            <MenuButton name="status" value="contacted" aria-disabled={moving || undefined}>
              {t("lead.contact_status")}
            </MenuButton>
          </form>
        )}
        {!isErased(lead.email) && (
          <MenuListLink dialog to={pathOf("edit")}>
            {t("lead.edit")}
          </MenuListLink>
        )}
        <MenuListLink dialog to={pathOf("lose")} danger>
          {t("lead.lose")}
        </MenuListLink>
      </Menu>
    </div>
  );
}
