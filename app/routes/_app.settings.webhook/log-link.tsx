import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { paths } from "~/paths/paths";

/** Links to the log. */
export function LogLink() {
  const { t } = useTranslation("webhooks");
  return (
    <Card title={t("log.title")} description={t("log.open_text")}>
      <ButtonLink variant="secondary" to={paths.deliveries()} prefetch="intent">
        {t("log.open")}
      </ButtonLink>
    </Card>
  );
}
