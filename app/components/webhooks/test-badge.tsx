import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";

/** Marks a delivery that "Send test" of the settings has sent. */
export function TestBadge() {
  const { t } = useTranslation("webhooks");
  return (
    <>
      {" "}
      <StatusBadge tone="neutral" icon="flask-conical" hint={t("log.test_hint")}>
        {t("log.test")}
      </StatusBadge>
    </>
  );
}
