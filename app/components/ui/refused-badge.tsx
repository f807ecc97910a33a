import { useTranslation } from "react-i18next";
import { StatusBadge } from "./badge";

/** Says that an email address does not exist, and what follows from that. */
export function RefusedBadge() {
  const { t } = useTranslation("common");
  return (
    <StatusBadge tone="danger" hint={t("refused.hint")}>
      {t("refused.badge")}
    </StatusBadge>
  );
}
