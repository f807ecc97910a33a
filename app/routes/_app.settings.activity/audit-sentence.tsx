import { useTranslation } from "react-i18next";
import type { AuditRow } from "~/domain/audit/list-audit.server";
import { useAffiliateName } from "~/browser/namesakes";
import { useAuditDetail } from "~/components/audit/use-audit-detail";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { Link } from "~/components/ui/link";
import { paths } from "~/paths/paths";

type AuditSentenceProps = { row: AuditRow; timeZone: string };

/** The action with a link to its object, and the changes below. */
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
  const affiliateName = useAffiliateName();
  if (!record) return <bdi>{subject ?? gone}</bdi>;
  return (
    <Link
      to={pathOf[record.kind](record.id)}
      prefetch="intent"
      className="underline decoration-control/60 underline-offset-4 hover:decoration-ink"
    >
      <bdi>{record.kind === "affiliate" ? affiliateName(record.id, subject) : subject}</bdi>
    </Link>
  );
}

const pathOf: Record<NonNullable<AuditRow["record"]>["kind"], (id: string) => string> = {
  affiliate: paths.affiliate,
  lead: paths.lead,
  deal: (id) => paths.deal(id, { tab: "deals" }),
};
