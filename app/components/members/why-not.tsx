import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";

/** Says that only owners may do something, and whom to ask. */
export function OwnersOnly({ owners }: { owners: string[] }) {
  const { t, i18n } = useTranslation("members");
  const names = new Intl.ListFormat(i18n.language, { type: "disjunction" }).format(owners);
  return <Alert>{t("owner_only", { owners: names })}</Alert>;
}

/** Says that somebody has to own the organisation, and what to do. */
export function LastOwner({ isAlone }: { isAlone: boolean }) {
  const { t } = useTranslation("members");
  return <Alert tone="warning">{t(isAlone ? "last_owner_alone" : "last_owner")}</Alert>;
}
