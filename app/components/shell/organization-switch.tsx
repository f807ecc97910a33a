import { useTranslation } from "react-i18next";
import { Icon } from "~/components/ui/icon";
import { Menu, MenuButton } from "~/components/ui/menu";
import { clearDrafts } from "~/browser/drafts";
import { paths } from "~/paths/paths";

export type OrganizationSwitchProps = {
  /** The organization of the current portal. */
  current: string;
  organizations: readonly { orgId: string; name: string }[];
};

/**
 * In the top bar of an affiliate of several organizations: the organization of this portal, and the others (POR-07).
 */
export function OrganizationSwitch({ current, organizations }: OrganizationSwitchProps) {
  const { t } = useTranslation("shell");
  const name = organizations.find(({ orgId }) => orgId === current)?.name ?? "";
  return (
    <Menu
      label={t("portal.switch", { organization: name })}
      size="md"
      className="min-w-0"
      trigger={
        <span className="flex min-w-0 items-center gap-1.5">
          <Icon name="building-complex" className="shrink-0 text-muted" />
          <span className="max-w-28 truncate md:max-w-56">{name}</span>
          <Icon name="chevron-down" className="shrink-0 text-faint" />
        </span>
      }
    >
      <form method="post" action={paths.switchPortal()} onSubmit={clearDrafts}>
        {organizations.map((one) => (
          <MenuButton
            key={one.orgId}
            name="org_id"
            value={one.orgId}
            aria-current={one.orgId === current ? "true" : undefined}
          >
            <Icon name="check" className={one.orgId === current ? undefined : "invisible"} />
            {one.name}
          </MenuButton>
        ))}
      </form>
    </Menu>
  );
}
