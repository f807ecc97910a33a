import { cn } from "~/components/ui/cn";
import { Table } from "~/components/ui/table";
import type { DocumentColumn, DocumentRow, DocumentSum, DocumentTable, DocumentText } from "~/i18n/document-text";

/**
 * Shows a statement as a page, with the text of its PDF and in its language (PAY-07). The title is the page's heading
 * and not repeated.
 */
export function StatementView({ text }: { text: DocumentText }) {
  const { language, sender, receiver, facts, intro, tables, notes } = text;
  return (
    <article lang={language} className="grid gap-6 print:block print:space-y-4">
      <div
        data-print="together"
        className="grid gap-x-8 gap-y-5 rounded-lg border bg-surface p-4 sm:grid-cols-2 md:p-6 lg:grid-cols-[1fr_1fr_1.2fr] print:grid-cols-3 print:border-0 print:p-0"
      >
        <Lines lines={[sender.name, ...sender.lines.filter((line) => line !== sender.name), ...sender.ids]} />
        <Lines lines={receiver} />
        <dl className="grid content-start gap-1 sm:max-lg:col-span-2 print:col-auto">
          {facts.map(({ label, value }) => (
            <div key={label} className="grid grid-cols-[minmax(7rem,2fr)_3fr] gap-x-4">
              <dt className="text-muted">{label}</dt>
              <dd className="wrap-anywhere tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Paragraphs paragraphs={intro} />
      {tables.map((table, index) => (
        <section key={table.id} className="grid gap-3 print:block print:space-y-2">
          {table.title && <h2 className="text-base font-semibold">{table.title}</h2>}
          {table.text && <p className="max-w-prose text-muted">{table.text}</p>}
          <LinesTable table={table} />
          {/* They belong to the sums, which are below the first table. */}
          {index === 0 && <Paragraphs paragraphs={notes} />}
        </section>
      ))}
      {tables.length === 0 && <Paragraphs paragraphs={notes} />}
    </article>
  );
}

/** The lines of an address, with the name first. */
function Lines({ lines: [name, ...rest] }: { lines: string[] }) {
  return (
    <p className="min-w-0 wrap-anywhere">
      <span className="block font-medium">{name}</span>
      {rest.map((line) => (
        <span key={line} className="block text-muted">
          {line}
        </span>
      ))}
    </p>
  );
}

function Paragraphs({ paragraphs }: { paragraphs: readonly string[] }) {
  return paragraphs.map((paragraph) => (
    <p key={paragraph} className="max-w-prose">
      {paragraph}
    </p>
  ));
}

type NumberedRow = DocumentRow & { number: number };

function LinesTable({ table }: { table: DocumentTable }) {
  return (
    <Table
      caption={table.caption}
      rows={table.rows.map((row, number): NumberedRow => ({ ...row, number }))}
      rowKey={({ number }) => String(number)}
      columns={table.columns.map((column, index) => columnOf(column, index, index === table.columns.length - 1))}
      footer={table.sums.length > 0 && <Sums sums={table.sums} />}
    />
  );
}

/** Returns a column of the table. In a card the amount stands beside the name, and the rest below with its label. */
function columnOf({ label, isNumber }: DocumentColumn, index: number, isAmount: boolean) {
  const isFirst = index === 0;
  const isBelow = !isFirst && !isAmount;
  return {
    id: String(index),
    header: label,
    primary: isFirst,
    figure: isAmount,
    align: isNumber ? ("end" as const) : ("start" as const),
    className: isFirst ? "cells:w-1/2 cells:py-2" : "cells:align-top cells:py-2.5",
    cell: ({ cells, details }: NumberedRow) => (
      <>
        {isBelow && <span className="cells:hidden">{label} </span>}
        <CellLines lines={cells[index] ?? []} isInline={isBelow} />
        {isFirst &&
          details.map((detail) => (
            <span key={detail} className="mt-1 block text-xs font-normal text-muted cards:truncate">
              {detail}
            </span>
          ))}
      </>
    ),
  };
}

function CellLines({ lines: [first, ...rest], isInline }: { lines: readonly string[]; isInline: boolean }) {
  const place = isInline ? "cells:block" : "block";
  return (
    <>
      {first}
      {rest.map((line) => (
        <span key={line} className={cn(place, "text-xs font-normal text-muted")}>
          {" "}
          {line}
        </span>
      ))}
    </>
  );
}

function Sums({ sums }: { sums: readonly DocumentSum[] }) {
  return (
    <dl className="ml-auto grid max-w-md gap-1">
      {sums.map(({ label, value, isTotal }) => (
        <div
          key={label}
          className={isTotal ? "flex justify-between gap-4 border-t pt-2 font-semibold" : "flex justify-between gap-4"}
        >
          <dt>{label}</dt>
          <dd className="whitespace-nowrap tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
