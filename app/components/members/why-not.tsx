import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";

/** Explains that only owners may do this, and names the owners. */
export function OwnersOnly({ owners }: { owners: string[] }) {
  const { t, i18n } = useTranslation("members");
  const names = new Intl.ListFormat(i18n.language, { type: "disjunction" }).format(owners);
  return <Alert>{t("owner_only", { owners: names })}</Alert>;
}

/** Explains that an organization needs an owner, and what to do. */
export function LastOwner({ isAlone }: { isAlone: boolean }) {
  const { t } = useTranslation("members");
  return <Alert tone="warning">{t(isAlone ? "last_owner_alone" : "last_owner")}</Alert>;
}
