import { ChevronDown, LogOut } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Avatar } from "~/components/ui/avatar";
import { Menu, MenuButton, MenuLink, MenuSeparator } from "~/components/ui/menu";
import { LanguageSwitch } from "./language-switch";
import type { ShellLink, ShellUser } from "./shell-types";

export type UserMenuProps = {
  user: ShellUser;
  links?: readonly ShellLink[];
  /** Sent along with the sign-out, so that it leads back to the right door. */
  door?: "affiliate";
};

/** Who is signed in, where; the language; the way out. Part of the shells. */
export function UserMenu({ user, links = [], door }: UserMenuProps) {
  const { t } = useTranslation("shell");
  return (
    <Menu
      label={t("account_menu")}
      size="md"
      className="shrink-0"
      trigger={
        <span className="-mx-3 flex items-center gap-1.5">
          <Avatar email={user.email} spoken />
          <ChevronDown aria-hidden className="text-faint" />
        </span>
      }
    >
      <div className="px-3 py-2">
        <p className="text-xs text-muted">{t("signed_in_as")}</p>
        <p className="font-medium wrap-anywhere">{user.email}</p>
        {user.organisation && <p className="text-muted wrap-anywhere">{user.organisation}</p>}
      </div>
      <MenuSeparator />
      {links.map(({ to, label, icon: Icon }) => (
        <MenuLink key={to} to={to}>
          {Icon && <Icon aria-hidden />}
          {label}
        </MenuLink>
      ))}
      {links.length > 0 && <MenuSeparator />}
      <LanguageSwitch className="grid grid-cols-2" />
      <MenuSeparator />
      <form method="post" action="/auth/sign-out">
        {door && <input type="hidden" name="door" value={door} />}
        <MenuButton>
          <LogOut aria-hidden />
          {t("sign_out")}
        </MenuButton>
      </form>
    </Menu>
  );
}
