import { useTranslation } from "react-i18next";
import { useFieldLabel } from "~/components/imports/use-field-label";
import { EmptyState } from "~/components/ui/empty-state";
import { PageLinks } from "~/components/ui/page-links";
import { Table } from "~/components/ui/table";
import type { TableColumn } from "~/components/ui/table-column";
import { TabsNav } from "~/components/ui/tabs-nav";
import type { ImportKind, RowOutcome } from "~/domain/imports/import-run";
import type { ImportRowView } from "~/domain/imports/list-import-rows.server";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";
import type { LoadedImport } from "./load.server";
import { outcomeWord, shownOutcomes } from "./outcome-word";
import { cut } from "~/domain/shared/damaged";
import { errorText } from "~/i18n/error-text";

/** Lists the rows of one outcome: their future values, or why they are rejected. */
export function RowList({ run, show, page, counts, fields, columns }: LoadedImport) {
  const { t } = useTranslation("imports");
  const { number } = useFormat();
  const labelOf = useFieldLabel(fields);
  if (!page) return null;
  const wordOf = (outcome: RowOutcome) => t(outcomeWord(outcome, run));
  const line: TableColumn<ImportRowView> = {
    id: "line",
    header: t("rows.line"),
    align: "end",
    className: "cells:w-px",
    hideOn: "cards",
    cell: (row) => number(row.line),
  };
  const known = fields.filter(({ name }) => name in columns);
  const values = known.map(({ name }, index): TableColumn<ImportRowView> => ({
    id: name,
    header: labelOf(name),
    primary: index === 0,
    // A card leaves out missing values.
    className: "wraps cards:has-[.nothing]:hidden",
    cell: (row) => (
      <>
        {row.values[name]?.trim() ? (
          <span className={valueClasses[name] ?? "line-clamp-2 wrap-anywhere"}>{row.values[name]}</span>
        ) : (
          index > 0 && <span className="nothing" />
        )}
        {index === 0 && (
          <span className="text-sm font-normal text-muted cells:hidden">
            {t("rows.at_line", { line: number(row.line) })}
          </span>
        )}
      </>
    ),
  }));
  const why: TableColumn<ImportRowView> = {
    id: "why",
    header: t("rows.why"),
    // Sentences, not figures: in a card they begin at the left.
    className: "cells:py-2 cards:[&>div]:basis-full cards:[&>div]:text-left",
    cell: (row) => <RowProblems row={row} />,
  };
  const named = values.slice(0, 1);
  const isRight = show === "ready" || show === "created" || show === "undone";
  return (
    <section aria-label={t("rows.title")} className="space-y-4">
      <TabsNav
        label={t("rows.title")}
        param="show"
        current={show}
        items={shownOutcomes(run.status).map((value) => ({
          value,
          label: wordOf(value),
          count: number(counts[value]),
        }))}
      />
      <Table
        caption={wordOf(show)}
        fit={isRight ? "many" : "few"}
        scrolls={isRight && values.length > 5}
        rows={page.rows}
        rowKey={({ id }) => id}
        {...(show === "created" && {
          rowHref: ({ recordId }: ImportRowView) => (recordId ? recordPaths[run.kind]?.(recordId) : undefined),
        })}
        columns={isRight ? [line, ...values] : [line, ...named, why]}
        empty={<EmptyState title={t("rows.none")} />}
      />
      <PageLinks page={page} />
    </section>
  );
}

/** What a line break would make hard to read. */
const valueClasses: Partial<Record<string, string>> = {
  email: "address",
  phone: "whitespace-nowrap",
};

/** The pages of created records. A commission has none of its own. */
const recordPaths: Partial<Record<ImportKind, (id: string) => string>> = {
  leads: paths.lead,
  affiliates: paths.affiliate,
};

/** Shows why a row is not created: the column, its text, and the problem. */
function RowProblems({ row }: { row: ImportRowView }) {
  const { t } = useTranslation(["errors", "imports"]);
  return (
    <ul className="space-y-1">
      {row.problems.map(({ field, label, reason }) => {
        const value = field && row.values[field]?.trim();
        return (
          <li key={`${field} ${reason}`} className="wrap-anywhere">
            {field && <span className="font-medium">{label ?? t(`imports:fields.${field}`)}: </span>}
            {value && (
              <>
                <q className="line-clamp-2 inline">{value.length > 100 ? `${cut(value, 100)}…` : value}</q>{" "}
              </>
            )}
            <span className="text-muted">{errorText(t, reason)}</span>
          </li>
        );
      })}
    </ul>
  );
}
