import { cn } from "~/components/ui/cn";
import type { SiteContent } from "~/i18n/site-texts.server";
import { Section } from "./section";

/**
 * The comparison table. In a narrow window each row becomes a small list; explicit roles keep it a table for screen
 * readers.
 */
export function Comparison({ content: { comparison } }: { content: SiteContent }) {
  const { columns, rows } = comparison;
  const own = (index: number) => index === 0;
  return (
    <Section id="comparison" title={comparison.title} text={comparison.text}>
      <table
        role="table"
        aria-labelledby="comparison-title"
        className="mx-auto mt-10 w-full max-w-5xl border-separate border-spacing-0 overflow-hidden rounded-xl border bg-surface max-md:block md:mt-12 md:table-fixed"
      >
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row">
            <td role="cell" className="border-b px-6 py-4" />
            {columns.map((column, index) => (
              <th
                key={column}
                role="columnheader"
                scope="col"
                className={cn("border-b px-6 py-4 text-left font-semibold", own(index) && "bg-accent-soft text-accent")}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block">
          {rows.map(({ label, cells }) => (
            <tr
              key={label}
              role="row"
              className="max-md:block max-md:border-b max-md:p-5 max-md:last:border-b-0 md:*:border-b md:last:*:border-b-0"
            >
              <th role="rowheader" scope="row" className="text-left align-top font-medium max-md:block md:px-6 md:py-4">
                {label}
              </th>
              {cells.map((cell, index) => (
                <td
                  key={columns[index]}
                  role="cell"
                  className={cn(
                    "align-top max-md:mt-2 max-md:grid max-md:grid-cols-[7rem_1fr] max-md:gap-3 max-md:text-sm md:px-6 md:py-4",
                    own(index) ? "font-medium text-accent md:bg-accent-soft" : "text-muted",
                  )}
                >
                  <span aria-hidden className="text-muted md:hidden">
                    {columns[index]}
                  </span>
                  <span>{cell}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
