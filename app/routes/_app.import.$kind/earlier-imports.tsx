import { useTranslation } from "react-i18next";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { ImportStatusBadge } from "~/components/imports/import-status-badge";
import { Table } from "~/components/ui/table";
import { KEPT_DAYS, type ImportKind } from "~/domain/imports/import-run";
import type { ImportSummary } from "~/domain/imports/read-import.server";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";

export type EarlierImportsProps = { kind: ImportKind; earlier: ImportSummary[]; timeZone: string };

/** The latest imports, to look at their results or to continue one. */
export function EarlierImports({ kind, earlier, timeZone }: EarlierImportsProps) {
  const { t } = useTranslation("imports");
  const { when } = useAuditWords(timeZone);
  const { number } = useFormat();
  if (earlier.length === 0) return null;
  return (
    <section aria-labelledby="earlier" className="space-y-3">
      <div>
        <h2 id="earlier" className="text-base font-semibold">
          {t("earlier.title")}
        </h2>
        <p className="mt-1 text-muted">{t("earlier.text", { count: KEPT_DAYS })}</p>
      </div>
      <Table
        caption={t("earlier.title")}
        fit="few"
        rows={earlier}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.importRun(kind, id)}
        columns={[
          {
            id: "file",
            header: t("earlier.file"),
            primary: true,
            cell: ({ fileName }) => <span className="wrap-anywhere">{fileName}</span>,
          },
          {
            id: "status",
            header: t("earlier.status"),
            cell: ({ status }) => <ImportStatusBadge status={status} />,
          },
          { id: "rows", header: t("earlier.rows"), align: "end", cell: ({ rows }) => number(rows) },
          {
            id: "when",
            header: t("earlier.when"),
            align: "end",
            cell: ({ at }) => (
              <time dateTime={at} className="whitespace-nowrap">
                {when(at)}
              </time>
            ),
          },
        ]}
      />
    </section>
  );
}
