import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { CopyButton } from "~/components/ui/copy-button";

/** The secret of the webhook, once: the answer to the form that made it. */
export function SecretOnce({ secret, title }: { secret: string; title?: string }) {
  const { t } = useTranslation("webhooks");
  return (
    <Alert tone="success" role="status" title={title ?? t("secret.made_title")}>
      <p>{t("secret.made_text")}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2 text-ink">
        <code
          aria-label={t("secret.label")}
          translate="no"
          className="min-w-0 rounded-md bg-surface px-3 py-2 font-mono wrap-anywhere select-all"
        >
          {secret}
        </code>
        <CopyButton text={secret} label={t("secret.copy")} />
      </div>
    </Alert>
  );
}
