import { Ellipsis, FileText, Mail, Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Menu, MenuLink, MenuSeparator } from "~/components/ui/menu";
import { DialogLink } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";

const actions = [
  { to: "terms", label: "to_terms", icon: FileText },
  { to: "invitation", label: "action.invitation", icon: Mail },
  { to: "edit", label: "action.edit", icon: Pencil },
  { to: "delete", label: "action.delete", icon: Trash2 },
] as const;

/** What can be done with an affiliate: buttons where there is room for them, else a menu. */
export function AffiliateActions({ affiliate }: { affiliate: { id: string; name: string } }) {
  const { t } = useTranslation("affiliates");
  const { search } = useAddress();
  const hrefOf = (to: string) => `/affiliates/${affiliate.id}/${to}${search}`;
  return (
    <div className="relative z-1 flex justify-end has-[details[open]]:z-30">
      <div className="hidden cells:@min-[58rem]:flex">
        {actions.map(({ to, label, icon: Icon }) => (
          <DialogLink
            key={to}
            variant="ghost"
            size="icon-sm"
            to={hrefOf(to)}
            title={t(label)}
            aria-label={`${t(label)}: ${affiliate.name}`}
            className={to === "delete" ? "hover:bg-danger-soft hover:text-danger" : undefined}
          >
            <Icon aria-hidden />
          </DialogLink>
        ))}
      </div>
      <Menu
        className="cells:@min-[58rem]:hidden"
        size="icon-sm"
        trigger={<Ellipsis aria-hidden />}
        label={t("action.menu", { name: affiliate.name })}
      >
        {actions.map(({ to, label, icon: Icon }) => (
          <div key={to}>
            {to === "delete" && <MenuSeparator />}
            <MenuLink to={hrefOf(to)} preventScrollReset danger={to === "delete"}>
              <Icon aria-hidden />
              {t(label)}
            </MenuLink>
          </div>
        ))}
      </Menu>
    </div>
  );
}
