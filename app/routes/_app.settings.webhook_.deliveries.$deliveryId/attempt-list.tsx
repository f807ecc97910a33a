import { useTranslation } from "react-i18next";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { Icon } from "~/components/ui/icon";
import { TextBlock } from "~/components/webhooks/text-block";
import { useDeliveryWords } from "~/components/webhooks/use-delivery-words";
import { toneIcon, toneText } from "~/components/ui/tone";
import type { AttemptRow } from "~/domain/webhooks/list-deliveries.server";

export type AttemptListProps = {
  tries: readonly AttemptRow[];
  timeZone: string;
  /** Error of the delivery: why no attempt was made. */
  lastError: string | null;
};

/** The attempts, latest first: time, duration, response. */
export function AttemptList({ tries, timeZone, lastError }: AttemptListProps) {
  const { t } = useTranslation("webhooks");
  const { when } = useAuditWords(timeZone);
  const { result } = useDeliveryWords();
  return (
    <section aria-labelledby="attempts" className="grid gap-2">
      <h3 id="attempts" className="font-semibold">
        {t("delivery.attempts")}
      </h3>
      {tries.length === 0 ? (
        <p className="text-muted">
          {lastError ? result({ status: null, error: lastError }) : t("delivery.no_attempts")}
        </p>
      ) : (
        <ol className="divide-y rounded-md border">
          {tries.map(({ id, at, durationMs: ms, status, error, response }) => {
            const tone = error === null ? "success" : "danger";
            return (
              <li key={id} className="grid gap-2 px-3 py-2.5">
                <div className="flex items-start gap-2">
                  <Icon name={toneIcon[tone]} className={`mt-0.5 size-4 shrink-0 ${toneText[tone]}`} />
                  <p className="min-w-0 wrap-anywhere">
                    <span className="font-medium">{result({ status, error })}</span>{" "}
                    <span className="text-muted tabular-nums">{t("delivery.attempt", { when: when(at), ms })}</span>
                  </p>
                </div>
                {response !== null && (
                  <details>
                    <summary className="min-h-6 cursor-pointer text-muted">{t("delivery.response")}</summary>
                    <div className="pt-2">
                      {response ? (
                        <TextBlock label={t("delivery.response")} text={response} />
                      ) : (
                        <p className="text-muted">{t("delivery.response_empty")}</p>
                      )}
                    </div>
                  </details>
                )}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
