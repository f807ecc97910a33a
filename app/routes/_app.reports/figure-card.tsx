import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { Icon } from "~/components/ui/icon";
import { Link } from "~/components/ui/link";

/** One number of a card and the one it is compared with. */
export type FigureValue = {
  text: string;
  /** As text; null without a comparison. */
  before: string | null;
  /** The numbers themselves, where a change in percent makes sense. */
  change?: { now: number; before: number };
};

export type FigureCardProps = {
  label: string;
  /** The list behind it. */
  to?: string;
  values: readonly FigureValue[];
  hint?: ReactNode;
};

/** A figure that links to its list, one line for each currency, beside the previous period. Used in a dl. */
export function FigureCard({ label, to, values, hint }: FigureCardProps) {
  return (
    <div data-print="together" className="flex min-w-0 flex-col rounded-lg border bg-surface p-4 md:p-5">
      <dt className="hyphenated text-muted wrap-anywhere">{label}</dt>
      {values.map((value, index) => (
        <dd key={index} className="mt-2 flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <span className="min-w-0 text-xl font-semibold tracking-tight wrap-anywhere tabular-nums lg:max-[90rem]:text-lg">
            {to ? (
              <Link
                to={to}
                prefetch="intent"
                aria-label={`${label}: ${value.text}`}
                className="rounded-sm underline-offset-4 hover:text-accent hover:underline"
              >
                {breakable(value.text)}
              </Link>
            ) : (
              breakable(value.text)
            )}
          </span>
          <Change {...value} />
        </dd>
      ))}
      {hint && <dd className="mt-2 text-xs text-muted">{hint}</dd>}
    </div>
  );
}

/** Lets an amount break before its currency, where a narrow card would otherwise break the currency itself. */
const breakable = (amount: string) => amount.replaceAll("\u00a0", " ");

/** Shows the change, and the previous value. */
export function Change({ before, change }: Pick<FigureValue, "before" | "change">) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  if (before === null) return null;
  const percent = change && change.before > 0 ? Math.round(((change.now - change.before) / change.before) * 100) : null;
  const icon = percent === null || percent === 0 ? "minus" : percent > 0 ? "trending-up" : "trending-down";
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 text-xs text-muted tabular-nums in-[td]:justify-end">
      {percent !== null && (
        <span className="inline-flex items-center gap-1 font-medium text-ink">
          <Icon name={icon} className="size-3.5" />
          {percent > 0 && "+"}
          {format.percent(percent * 100)}
        </span>
      )}
      <span>{t("before", { value: before })}</span>
    </span>
  );
}
