import { useTranslation } from "react-i18next";
import { Icon } from "~/components/ui/icon";
import { Menu, MenuButton, MenuLink, MenuMail, MenuSeparator } from "~/components/ui/menu";
import { clearDrafts } from "~/browser/drafts";
import { useAuth } from "~/browser/use-auth";
import { useRootData } from "~/browser/root-data";
import { cut } from "~/domain/shared/damaged";
import { LanguageSwitch } from "./language-switch";
import type { ShellLink } from "./shell-types";
import { ThemeSwitch } from "./theme-switch";
import { paths } from "~/paths/paths";

export type UserMenuProps = {
  links?: readonly ShellLink[];
  /** Opens the list of keyboard shortcuts. Missing where there are none. */
  onShortcuts?: () => void;
};

/** Name and organization of the signed-in user, language, theme and sign-out. Part of the shells. */
export function UserMenu({ links = [], onShortcuts }: UserMenuProps) {
  const { t } = useTranslation("shell");
  const { user, organization, role } = useAuth();
  const operator = useRootData()?.contact ?? null;
  // Affiliates contact their organization.
  const contact = role === "affiliate" ? null : operator;
  return (
    <Menu
      label={t("account_menu")}
      size="md"
      className="shrink-0"
      trigger={
        <span className="-mx-3 flex items-center gap-1.5">
          <Initials email={user.email} />
          <Icon name="chevron-down" className="text-faint max-sm:hidden" />
        </span>
      }
    >
      <div className="px-3 py-2">
        <p className="text-xs text-muted">{t("signed_in_as")}</p>
        <p className="font-medium wrap-anywhere">{user.email}</p>
        <p className="text-muted wrap-anywhere">{organization.name}</p>
      </div>
      <MenuSeparator />
      {links.map(({ to, label, icon }) => (
        <MenuLink key={to} to={to}>
          {icon && <Icon name={icon} />}
          {label}
        </MenuLink>
      ))}
      {links.length > 0 && <MenuSeparator />}
      <LanguageSwitch className="grid grid-cols-2 gap-1" />
      <MenuSeparator />
      <ThemeSwitch className="grid grid-cols-[repeat(3,auto)] gap-1" />
      <MenuSeparator />
      {contact && (
        <>
          <MenuMail address={contact}>
            <Icon name="mail" />
            {t("contact")}
          </MenuMail>
          <MenuSeparator />
        </>
      )}
      {onShortcuts && (
        <div className="max-md:hidden noscript:hidden">
          <MenuButton type="button" onClick={onShortcuts}>
            <Icon name="keyboard" />
            {t("commands.shortcuts")}
          </MenuButton>
          <MenuSeparator />
        </div>
      )}
      <form method="post" action={paths.signOut()} onSubmit={clearDrafts}>
        {/* Makes sign-out lead to the affiliates' sign-in page. */}
        {role === "affiliate" && <input type="hidden" name="door" value="affiliate" />}
        <MenuButton>
          <Icon name="log-out" />
          {t("sign_out")}
        </MenuButton>
      </form>
    </Menu>
  );
}

/** The first two letters of the email address. */
const Initials = ({ email }: { email: string }) => (
  <span className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent">
    {cut(email, 2).toUpperCase()}
  </span>
);
