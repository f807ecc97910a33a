import { Ellipsis } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button, ButtonLink } from "~/components/ui/button";
import { Menu, MenuLink } from "~/components/ui/menu";
import { useAddress } from "~/components/ui/use-address";
import { mayMove } from "~/domain/leads/lead";
import type { LeadCard } from "~/domain/leads/lead-cards.server";
import { leadPath } from "~/web/thing-paths";
import { leadsPath } from "./lead-view";
import { swallowRepeats } from "./swallow-repeats";

export type LeadRowActionsProps = {
  lead: LeadCard;
  /** On its way to another status; nothing more can be done with it meanwhile. */
  moving: boolean;
};

/** What a card offers, at the end of a row. */
export function LeadRowActions({ lead, moving }: LeadRowActionsProps) {
  const { t } = useTranslation("leads");
  const location = useAddress();
  const pathOf = (dialog: string) => `${leadPath(lead.id)}/${dialog}${location.search}`;
  return (
    <div
      // What takes the place of this row must not get the second half of a double click.
      onClick={(event) => swallowRepeats(event.nativeEvent)}
      className="flex items-center justify-end gap-1 cards:flex-wrap"
    >
      {mayMove(lead.status, "qualified") && (
        <form method="post" action={leadsPath(location)}>
          <input type="hidden" name="lead_id" value={lead.id} />
          <Button
            type="submit"
            name="status"
            value="qualified"
            variant="secondary"
            size="sm"
            aria-disabled={moving || undefined}
          >
            {t("lead.qualify")}
          </Button>
        </form>
      )}
      <ButtonLink to={pathOf("deal")} variant="secondary" size="sm" preventScrollReset>
        {t("lead.create_deal")}
      </ButtonLink>
      <Menu
        size="icon-sm"
        trigger={<Ellipsis aria-hidden />}
        label={t("list.actions", { company: lead.company })}
      >
        <MenuLink to={pathOf("edit")} preventScrollReset>
          {t("lead.edit")}
        </MenuLink>
        <MenuLink to={pathOf("lose")} preventScrollReset danger>
          {t("lead.lose")}
        </MenuLink>
      </Menu>
    </div>
  );
}
