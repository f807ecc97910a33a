import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import "./api-texts";

/** Explains that only owners may manage API keys, and names the owners. */
export function ApiKeysOwnersOnly({ owners }: { owners: string[] }) {
  const { t, i18n } = useTranslation("api");
  const names = new Intl.ListFormat(i18n.language, { type: "disjunction" }).format(owners);
  return <Alert>{t("owner_only", { owners: names })}</Alert>;
}
