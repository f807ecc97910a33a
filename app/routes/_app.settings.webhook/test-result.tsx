import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { Link } from "~/components/ui/link";
import { TextBlock } from "~/components/webhooks/text-block";
import { useDeliveryWords } from "~/components/webhooks/use-delivery-words";
import { paths } from "~/paths/paths";
import type { WebhookTest } from "~/server/webhook-test.server";

/** The result of a test: the response, and what was sent. */
export function TestResult({ test }: { test: WebhookTest }) {
  const { t } = useTranslation("webhooks");
  const { reason } = useDeliveryWords();
  const { id, delivered, status, error, durationMs: ms, response, isSigned, body } = test;
  return (
    <div className="grid gap-3">
      <Alert
        tone={delivered ? "success" : "danger"}
        role={delivered ? "status" : "alert"}
        title={t(delivered ? "test.sent" : "test.failed")}
      >
        <p className="wrap-anywhere">
          {status === null ? t("test.no_answer", { ms, reason: reason(error ?? "") }) : t("test.text", { ms, status })}
        </p>
        {!isSigned && <p>{t("test.unsigned")}</p>}
        <p>
          <Link to={paths.delivery(id)} prefetch="intent" className="underline underline-offset-4">
            {t("test.in_log")}
          </Link>
        </p>
      </Alert>
      {[
        { label: t("test.answer"), text: response },
        { label: t("test.sent_body"), text: indented(body) },
      ].map(
        ({ label, text }) =>
          text && (
            <details key={label} className="rounded-md border">
              <summary className="min-h-11 cursor-pointer px-3 py-2.5 font-medium">{label}</summary>
              <div className="px-3 pb-3">
                <TextBlock label={label} text={text} />
              </div>
            </details>
          ),
      )}
    </div>
  );
}

const indented = (json: string) => JSON.stringify(JSON.parse(json), null, 2);
