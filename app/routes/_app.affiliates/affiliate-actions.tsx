import { useTranslation } from "react-i18next";
import { buttonClass } from "~/components/ui/button";
import { ListLink } from "~/components/ui/list-link";
import { Menu, MenuListLink, MenuSeparator } from "~/components/ui/menu";
import { SpriteIcon } from "~/components/ui/sprite";
import { useAddress } from "~/components/ui/use-address";
import { paths, type AffiliateDialog } from "~/paths/paths";

const actions = [
  { to: "terms", label: "to_terms", icon: "file-text" },
  { to: "invitation", label: "action.invitation", icon: "mail" },
  { to: "edit", label: "action.edit", icon: "pencil" },
  { to: "delete", label: "action.delete", icon: "trash-2" },
] as const;

const look = buttonClass({ variant: "ghost", size: "icon-sm" });
const deleteLook = `${look} hover:bg-danger-soft hover:text-danger`;

/** The actions of an affiliate: buttons if there is space, else a menu. */
export function AffiliateActions({ affiliate }: { affiliate: { id: string; name: string } }) {
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
            <SpriteIcon name={icon} />
          </ListLink>
        ))}
      </div>
      <Menu
        className="cells:@min-[58rem]:hidden"
        size="icon-sm"
        trigger={<SpriteIcon name="ellipsis" />}
        label={t("action.menu", { name: affiliate.name })}
      >
        {actions.map(({ to, label, icon }) => (
          <div key={to}>
            {to === "delete" && <MenuSeparator />}
            <MenuListLink dialog to={hrefOf(to)} danger={to === "delete"}>
              <SpriteIcon name={icon} />
              {t(label)}
            </MenuListLink>
          </div>
        ))}
      </Menu>
    </div>
  );
}
