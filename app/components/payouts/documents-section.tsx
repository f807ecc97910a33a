import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { StatusBadge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import type { DocumentFormat } from "~/domain/documents/document";
import type { ObjectionView } from "~/domain/documents/objection";
import type { DocumentView } from "~/domain/payouts/documents.server";
import "./payout-texts";

type DocumentsSectionProps = {
  documents: readonly DocumentView[];
  timeZone: string;
  /** The link or button that downloads a file. */
  download: (document: DocumentView, format: DocumentFormat) => ReactNode;
  /** What can be done about a credit note and its open objection. */
  actions: (document: DocumentView, open: ObjectionView | null) => ReactNode;
};

/** The credit notes and cancellations of a payout with their files and objections, for staff and in the portal. */
export function DocumentsSection({ documents, timeZone, download, actions }: DocumentsSectionProps) {
  const { t } = useTranslation("runs");
  const format = useFormat();
  if (documents.length === 0) return null;
  return (
    <Card title={t("docs.title")}>
      <ul className="divide-y">
        {documents.map((document) => {
          const { id, kind, number, issuedOn, gross: amount, currency, canceledBy, formats, objections } = document;
          const open = objections.find(({ state }) => state === "open") ?? null;
          return (
            <li key={id} className="grid gap-3 py-4 first:pt-0 last:pb-0">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <div className="min-w-0">
                  <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
                    {t(`docs.${kind}`, { number })}
                    {open && <StatusBadge tone="warning">{t("docs.objected")}</StatusBadge>}
                  </p>
                  <p className="text-muted tabular-nums">
                    {format.money({ amount, currency })} · {t("docs.issued", { day: format.day(issuedOn) })}
                  </p>
                  {canceledBy && <p className="text-muted">{t("docs.canceled_by", { number: canceledBy })}</p>}
                  {formats.length === 0 && <p className="text-muted">{t("docs.making")}</p>}
                </div>
                <div className="flex flex-wrap gap-2">{formats.map((one) => download(document, one))}</div>
              </div>
              {objections.map((objection) => (
                <Objection key={objection.id} objection={objection} timeZone={timeZone} />
              ))}
              {actions(document, open)}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function Objection({ objection, timeZone }: { objection: ObjectionView; timeZone: string }) {
  const { t } = useTranslation("runs");
  const { when } = useAuditWords(timeZone);
  const { state, reason, raisedAt, answer } = objection;
  return (
    <div className="grid gap-1 border-l-2 pl-4">
      <p className="text-xs text-muted">
        {t("docs.objection", { time: when(raisedAt) })} · {t(`docs.states.${state}`)}
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{reason}</p>
      {answer && (
        <p className="wrap-anywhere whitespace-pre-line">
          <span className="block text-xs text-muted">{t("docs.answer_of")}</span>
          {answer}
        </p>
      )}
    </div>
  );
}
