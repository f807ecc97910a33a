import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { AuditRow } from "~/domain/audit/list-audit.server";
import { affiliatePath, dealPath, leadPath } from "~/web/thing-paths";
import { useAuditDetail } from "./use-audit-detail";
import { useAuditWords } from "./use-audit-words";

type AuditSentenceProps = { row: AuditRow; timeZone: string };

/** What was done, with a link to what it was done to, and below it what changed. */
export function AuditSentence({ row, timeZone }: AuditSentenceProps) {
  const { t } = useTranslation("settings");
  const words = useAuditWords(timeZone);
  const detail = useAuditDetail()(row);
  const { before, after } = words.sentence(row);
  return (
    <span className="hyphenated block py-1.5">
      <span className="block">
        {before}
        {after !== null && <Subject row={row} gone={t("activity.gone")} />}
        {after}
      </span>
      {detail && <span className="block text-xs font-normal text-muted">{detail}</span>}
    </span>
  );
}

function Subject({ row: { subject, record }, gone }: { row: AuditRow; gone: string }) {
  if (!record) return <bdi>{subject ?? gone}</bdi>;
  return (
    <Link
      to={paths[record.kind](record.id)}
      prefetch="intent"
      className="underline decoration-control/60 underline-offset-4 hover:decoration-ink"
    >
      <bdi>{subject}</bdi>
    </Link>
  );
}

const paths: Record<NonNullable<AuditRow["record"]>["kind"], (id: string) => string> = {
  affiliate: affiliatePath,
  lead: leadPath,
  deal: (id) => dealPath(id, "?tab=deals"),
};
