import { cn } from "./cn";

export type SumLineProps = {
  sums: readonly {
    label: string;
    /** One formatted amount, or one per currency; they stand side by side and are never added. */
    value: string | readonly string[];
    /** How many there are, beside the label. */
    count?: string;
    /** What counts, as a tooltip. */
    hint?: string;
    /** The main sum of the page. */
    isMain?: boolean;
  }[];
  /** "main": phones show only the main sum, where tabs lead to the others. */
  onPhones?: "main";
};

/** The sums above a list, in one line where there is room. */
export function SumLine({ sums, onPhones }: SumLineProps) {
  return (
    <dl
      data-print="together"
      className={cn(
        "flex w-fit max-w-full min-w-[min(100%,44rem)] justify-between gap-x-5 gap-y-2 max-md:grid",
        onPhones !== "main" && "max-md:grid-cols-2",
      )}
    >
      {sums.map(({ label, value, count, hint, isMain }) => (
        <div
          key={label}
          title={hint}
          className={cn("min-w-0 leading-tight md:min-w-min", !isMain && onPhones === "main" && "max-md:hidden")}
        >
          <dt className="inline text-xs text-muted md:whitespace-nowrap">{label}</dt>
          {count && <dd className="ml-1.5 inline text-xs text-faint md:whitespace-nowrap">{count}</dd>}
          <dd
            className={cn(
              "flex flex-wrap gap-x-2 font-semibold tracking-tight whitespace-nowrap tabular-nums",
              isMain && "text-accent",
            )}
          >
            {[value].flat().map((one) => (
              <span key={one}>{one}</span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
