import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";

/** Explains why an inactive affiliate cannot submit leads (AFF-10). */
export function InactiveNotice() {
  const { t } = useTranslation("portal");
  return (
    <Alert tone="warning" title={t("inactive.title")}>
      {t("inactive.text")}
    </Alert>
  );
}
