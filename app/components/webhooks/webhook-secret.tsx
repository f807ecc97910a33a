import { useTranslation } from "react-i18next";
import { SecretOnce } from "~/components/ui/secret-once";

/** The secret of the webhook, once: the answer to the form that made it. */
export function WebhookSecret({ secret, title }: { secret: string; title?: string }) {
  const { t } = useTranslation("webhooks");
  return (
    <SecretOnce
      secret={secret}
      title={title ?? t("secret.made_title")}
      text={t("secret.made_text")}
      label={t("secret.label")}
      copyLabel={t("secret.copy")}
    />
  );
}
