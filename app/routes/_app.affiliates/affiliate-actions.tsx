import { useTranslation } from "react-i18next";
import { RowUndo } from "~/components/toast/row-undo";
import { RowActionLink, RowActions } from "~/components/ui/row-actions";
import { useAddress } from "~/components/ui/use-address";
import { paths } from "~/paths/paths";

const actions = [
  { to: "terms", label: "to_terms", icon: "file-text" },
  { to: "invitation", label: "action.invitation", icon: "mail" },
  { to: "edit", label: "action.edit", icon: "pencil" },
  { to: "delete", label: "action.delete", icon: "trash", danger: true },
] as const;

/** The actions of an affiliate in the list. */
export function AffiliateActions({ affiliate: { id, name } }: { affiliate: { id: string; name: string } }) {
  const { t } = useTranslation("affiliates");
  const { search } = useAddress();
  return (
    <>
      <RowUndo id={id} name={name} />
      <RowActions id={id} label={t("action.menu", { name })}>
        {actions.map(({ to, label, ...look }) => (
          <RowActionLink
            key={to}
            dialog
            to={paths.affiliateDialog(id, to, search)}
            text={t(label)}
            of={name}
            {...look}
          />
        ))}
      </RowActions>
    </>
  );
}
