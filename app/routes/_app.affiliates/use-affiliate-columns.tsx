import { Icon } from "~/components/ui/icon";
import { displayEmail } from "~/domain/shared/erased";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import { RefusedBadge } from "~/components/ui/refused-badge";
import type { TableColumn } from "~/components/ui/table";
import { useSort } from "~/components/ui/use-sort";
import type { AffiliateColumn } from "~/domain/affiliates/affiliate";
import type { AffiliateRow } from "~/domain/affiliates/list-affiliates.server";
import type { Order } from "~/domain/shared/order";
import { useFormat } from "~/browser/use-format";
import { AffiliateStatusBadge } from "./affiliate-status-badge";
import { paths, type AffiliateDialog } from "~/paths/paths";
import { buttonClass } from "~/components/ui/button";
import { ListLink } from "~/components/ui/list-link";
import { Menu, MenuListLink, MenuSeparator } from "~/components/ui/menu";
import { useAddress } from "~/components/ui/use-address";

const actions = [
  { to: "terms", label: "to_terms", icon: "file-text" },
  { to: "invitation", label: "action.invitation", icon: "mail" },
  { to: "edit", label: "action.edit", icon: "pencil" },
  { to: "delete", label: "action.delete", icon: "trash" },
] as const;

const look = buttonClass({ variant: "ghost", size: "icon-sm" });
const deleteLook = `${look} hover:bg-danger-soft hover:text-danger`;

/** The actions of an affiliate: buttons if there is space, else a menu. */
function AffiliateActions({ affiliate }: { affiliate: { id: string; name: string } }) {
  const { t } = useTranslation("affiliates");
  const { search } = useAddress();
  const hrefOf = (dialog: AffiliateDialog) => paths.affiliateDialog(affiliate.id, dialog, search);
  return (
    <div className="relative z-1 flex justify-end has-[details[open]]:z-30">
      <div className="hidden cells:@min-[58rem]:flex">
        {actions.map(({ to, label, icon }) => (
          <ListLink
            key={to}
            dialog
            to={hrefOf(to)}
            title={t(label)}
            aria-label={`${t(label)}: ${affiliate.name}`}
            className={to === "delete" ? deleteLook : look}
          >
            <Icon name={icon} />
          </ListLink>
        ))}
      </div>
      <Menu
        className="cells:@min-[58rem]:hidden"
        size="icon-sm"
        trigger={<Icon name="ellipsis" />}
        label={t("action.menu", { name: affiliate.name })}
      >
        {actions.map(({ to, label, icon }) => (
          <div key={to}>
            {to === "delete" && <MenuSeparator />}
            <MenuListLink dialog to={hrefOf(to)} danger={to === "delete"}>
              <Icon name={icon} />
              {t(label)}
            </MenuListLink>
          </div>
        ))}
      </Menu>
    </div>
  );
}

/** Returns the columns of the tables of all sections, which are aligned below each other. */
export function useAffiliateColumns(order: Order<AffiliateColumn>, timeZone: string): TableColumn<AffiliateRow>[] {
  const { t } = useTranslation("affiliates");
  const format = useFormat();
  const sort = useSort(order, paths.affiliates());
  return [
    {
      id: "name",
      header: t("column.name"),
      primary: true,
      sort: sort("name"),
      className: "cards:pr-10 cells:w-[18%]",
      cell: ({ name }) => name,
    },
    {
      id: "email",
      header: t("column.email"),
      sort: sort("email"),
      className: "cells:w-[34%] cells:min-w-40",
      cell: ({ email }) => displayEmail(email) ?? "–",
    },
    {
      id: "status",
      header: t("column.status"),
      className: "cells:w-[20%] cells:min-w-44",
      cell: (affiliate) => (
        <span className="inline-flex flex-wrap gap-1 cards:justify-end">
          <AffiliateStatusBadge affiliate={affiliate} timeZone={timeZone} />
          {affiliate.refused && <RefusedBadge />}
          {!affiliate.hasTerms && <StatusBadge tone="warning">{t("no_terms")}</StatusBadge>}
        </span>
      ),
    },
    {
      id: "created",
      header: t("column.created"),
      align: "end",
      sort: sort("created", "desc"),
      cell: ({ createdAt }) => format.moment(createdAt, timeZone),
    },
    {
      id: "actions",
      header: t("column.actions"),
      align: "end",
      hideOn: "print",
      // In the corner of the card.
      className: "cards:absolute cards:top-1.5 cards:right-1.5 cards:before:hidden cells:w-44 cells:@max-[58rem]:w-16",
      cell: (affiliate) => <AffiliateActions affiliate={affiliate} />,
    },
  ];
}
