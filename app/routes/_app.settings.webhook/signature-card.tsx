import { useTranslation } from "react-i18next";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { Card } from "~/components/ui/card";
import { DialogLink } from "~/components/ui/route-dialog";
import { TextBlock } from "~/components/webhooks/text-block";
import type { EndpointState } from "~/domain/webhooks/change-endpoint.server";
import { verifySnippets } from "~/domain/webhooks/verify-snippets";
import { paths } from "~/paths/paths";

export type SignatureCardProps = { state: EndpointState; timeZone: string };

/** The secret, how to change it, and how a receiver verifies a delivery. */
export function SignatureCard({ state, timeZone }: SignatureCardProps) {
  const { t } = useTranslation("webhooks");
  const { when } = useAuditWords(timeZone);
  const { hasSecret, previousUntil } = state;
  return (
    <Card title={t("secret.title")} description={t("secret.text")}>
      <div className="grid gap-5">
        <div className="flex flex-col gap-3 md:flex-row md:items-center md:justify-between">
          <p>
            {t(hasSecret ? "secret.set" : "secret.none")}{" "}
            {previousUntil && t("secret.both_until", { until: when(previousUntil) })}
          </p>
          <DialogLink to={paths.webhookSecret()} prefetch="intent" className="shrink-0">
            {t(hasSecret ? "secret.change" : "secret.make")}
          </DialogLink>
        </div>
        <section aria-labelledby="verify" className="grid gap-3 border-t pt-5">
          <h3 id="verify" className="font-semibold">
            {t("verify.title")}
          </h3>
          <p className="text-muted">{t("verify.text")}</p>
          {verifySnippets.map(({ language, code }) => (
            <details key={language} className="rounded-md border">
              <summary className="min-h-11 cursor-pointer px-3 py-2.5 font-medium">{language}</summary>
              <div className="px-3 pb-3">
                <TextBlock label={language} text={code} copyLabel={t("verify.copy", { language })} />
              </div>
            </details>
          ))}
        </section>
      </div>
    </Card>
  );
}
