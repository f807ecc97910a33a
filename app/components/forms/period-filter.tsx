import { useNavigate } from "@remix-run/react";
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "~/components/ui/cn";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { Select } from "~/components/ui/select";
import { useAddress } from "~/components/ui/use-address";
import {
  ALL_DAYS,
  endsOf,
  MAX_YEARS,
  periodNames,
  periodProblem,
  type ChosenPeriod,
  type PeriodProblem,
} from "~/domain/shared/period";
import { withQuery } from "~/paths/address";
import { DateControl } from "./date-field";
import { KeptFields } from "./kept-fields";
import { usePeriodWords } from "./use-period-words";

/** The day of a record that a list is filtered by. */
export type PeriodOf = "submitted" | "closed" | "lost" | "due" | "paid" | "due_or_paid" | "done";

export type PeriodFilterProps = {
  /** The page of the list. */
  path: string;
  /** The period read by readPeriod, or the page's default. */
  chosen: ChosenPeriod | null;
  /** Names the day of the records that counts. */
  of?: PeriodOf;
  /**
   * The URL value for no period: "", or ALL_DAYS where a missing parameter means a default period. Without it, a period
   * is always set.
   */
  all?: "" | typeof ALL_DAYS;
  className?: string;
};

/** The choice of a first and a last day; not a named period. */
const DAYS = "days";

/** The URL parameters of a period. */
const own = ["period", "from", "to"];

/**
 * Chooses a period, which is stored in the URL. A named period applies immediately, a first and a last day by the
 * button, in a panel that floats below where there is room. Without JavaScript the days are always visible, and
 * everything applies by the button. Other parameters stay. Invalid days stay in their fields, with a message.
 */
export function PeriodFilter({ path, chosen, of, all, className }: PeriodFilterProps) {
  const { t } = useTranslation("common");
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { value, current, days, problem, send, choose, isOpen, open } = usePeriodChoice({ form, path, chosen, all });
  const words = usePeriodWords();
  const isRange = chosen !== null && !chosen.name && !problem;
  // Without JavaScript the fields still hold the days of the URL, so the value must say that they no longer count.
  const allValue = current === "" ? "" : ALL_DAYS;
  const label = of ? `${t("period.label")}, ${t(`period.of.${of}`)}` : t("period.label");
  return (
    <form
      ref={form}
      method="get"
      action={path}
      role="search"
      aria-label={label}
      data-print="hide"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        // The panel closes around its button.
        form.current?.querySelector("select")?.focus();
        send(value);
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "Escape" || event.defaultPrevented || !isOpen) return;
        event.preventDefault();
        form.current?.querySelector("select")?.focus();
        open(false);
      }}
      className={cn("relative flex items-center gap-2 max-md:w-full max-md:flex-wrap md:min-w-0", className)}
    >
      <KeptFields but={own} />
      <div className="flex min-w-0 items-center gap-2 max-md:w-full">
        {of && (
          <label htmlFor={id} className="min-w-0 truncate text-muted max-md:min-w-24 md:shrink-0">
            {t(`period.of.${of}`)}
          </label>
        )}
        <Select
          id={id}
          name="period"
          aria-label={of ? undefined : label}
          value={value}
          onChange={(event) => choose(event.target.value)}
          options={[
            ...(all === undefined ? [] : [{ value: allValue, label: t("period.all") }]),
            ...periodNames.map((name) => ({ value: name, label: t(`period.${name}`) })),
            { value: DAYS, label: isRange ? words(chosen) : t("period.days") },
          ]}
          title={isRange ? words(chosen) : undefined}
          className={cn("max-md:min-w-0 max-md:flex-1 md:min-w-24", isRange ? "md:w-60" : "md:w-44")}
        />
      </div>
      {value === DAYS && (
        <Button
          variant="ghost"
          size="icon"
          aria-expanded={isOpen}
          aria-label={t("period.days")}
          title={t("period.days")}
          onClick={() => open(!isOpen)}
          className="max-md:hidden noscript:hidden"
        >
          <Icon name="calendar-days" />
        </Button>
      )}
      <div
        className={cn(
          "max-md:w-full md:not-noscript:absolute md:not-noscript:top-full md:not-noscript:z-30 md:not-noscript:mt-1",
          "md:not-noscript:w-88 md:not-noscript:rounded-lg md:not-noscript:border md:not-noscript:bg-surface",
          "md:not-noscript:p-3 md:not-noscript:shadow-float",
          // A filter with a label is the last of several.
          of ? "md:max-lg:left-0 lg:right-0" : "md:left-0",
          value !== DAYS && "not-noscript:hidden",
          !isOpen && "md:not-noscript:hidden",
        )}
      >
        <DayFields days={days} problemId={problem && `${id}problem`} />
        {problem && <Problem id={`${id}problem`} problem={problem} />}
      </div>
    </form>
  );
}

type PeriodChoice = Pick<PeriodFilterProps, "path" | "chosen" | "all"> & { form: RefObject<HTMLFormElement> };

/** The period chosen in the form, initially that of the URL, and the functions that apply it. */
function usePeriodChoice({ form, path, chosen, all }: PeriodChoice) {
  const navigate = useNavigate();
  const { search } = useAddress();
  const params = new URLSearchParams(search);
  const problem = periodProblem(params);
  const current = problem ? DAYS : chosen ? (chosen.name ?? DAYS) : (all ?? "");
  const days = problem ? { from: params.get("from") ?? "", to: params.get("to") ?? "" } : chosen && endsOf(chosen);
  const address = [current, days?.from, days?.to].join();
  const isOpen = problem !== null;
  const [choice, setChoice] = useState({ value: current, address, isOpen });
  // The URL has another period now, perhaps by Back or a link.
  if (choice.address !== address) setChoice({ value: current, address, isOpen });
  const open = (wanted: boolean) => setChoice((now) => ({ ...now, isOpen: wanted }));
  useEffect(() => {
    if (!choice.isOpen) return;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !form.current?.contains(target)) setChoice((now) => ({ ...now, isOpen: false }));
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [choice.isOpen, form]);

  const send = (period: string) => {
    const wanted = new URLSearchParams();
    for (const [name, text] of new FormData(form.current!)) {
      if (typeof text === "string" && text.trim()) wanted.set(name, text.trim());
    }
    const dropped = period === DAYS ? ["period"] : ["from", "to"];
    if (period === "" || (period === ALL_DAYS && all === "")) dropped.push("period");
    else if (period !== DAYS) wanted.set("period", period);
    for (const name of dropped) wanted.delete(name);
    navigate(withQuery(path, wanted), { preventScrollReset: true });
  };
  const choose = (period: string) => {
    setChoice({ value: period, address, isOpen: period === DAYS });
    if (period !== DAYS) send(period);
  };
  return { value: choice.value, isOpen: choice.isOpen, current, days, problem, send, choose, open };
}

type DayFieldsProps = {
  days: { from: string | null; to: string | null } | null;
  problemId: string | null;
};

/** A first and a last day with their button. */
function DayFields({ days, problemId }: DayFieldsProps) {
  const { t } = useTranslation("common");
  return (
    <div className="flex flex-wrap items-end gap-2 max-md:w-full">
      {(["from", "to"] as const).map((name) => (
        <DayField
          key={name}
          name={name}
          label={t(`period.${name}`)}
          value={days?.[name] ?? undefined}
          problemId={problemId}
        />
      ))}
      <Button type="submit" variant="secondary" className="max-md:w-full md:not-noscript:w-full">
        {t("period.submit")}
      </Button>
    </div>
  );
}

function Problem({ id, problem }: { id: string; problem: PeriodProblem }) {
  const { t } = useTranslation("common");
  return (
    <p id={id} role="alert" className="mt-2 flex w-full items-start gap-1.5 text-danger">
      <Icon name="circle-exclamation-point" className="mt-0.5 size-4 shrink-0" />
      {`${t(`period.problem.${problem}`, { years: MAX_YEARS })} ${t("period.problem.not_applied")}`}
    </p>
  );
}

type DayFieldProps = { name: string; label: string; value: string | undefined; problemId: string | null };

function DayField({ name, label, value, problemId }: DayFieldProps) {
  const id = useId();
  const field = {
    id,
    name,
    initialValue: value,
    ...(problemId && { errors: [""], errorId: problemId }),
  };
  return (
    <div className="min-w-0 flex-1">
      <label htmlFor={id} className="mb-1 block text-muted">
        {label}
      </label>
      <DateControl key={value} field={field} />
    </div>
  );
}
