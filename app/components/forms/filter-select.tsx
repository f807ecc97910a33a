import { ChevronsUpDown } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { cn } from "~/components/ui/cn";
import { controlClass } from "~/components/ui/input";
import { Popover } from "~/components/ui/popover";
import { Select, type SelectOption } from "~/components/ui/select";
import { useHydrated } from "~/components/ui/use-hydrated";

const FilterSelectList = lazy(() => import("./filter-select-list"));

/** What can be seen at a glance needs no search. */
const FEW = 12;

export type FilterSelectProps = {
  name: string;
  label: string;
  /** What the address says. */
  value: string;
  options: readonly SelectOption[];
  className?: string;
};

/**
 * A choice of a filter form. Where there are many, and JavaScript, a button takes the place of the select and opens a list
 * that is found in by typing; the select stays in the form and is what it sends.
 */
export function FilterSelect({ name, label, value, options, className }: FilterSelectProps) {
  const ready = useHydrated();
  const select = useRef<HTMLSelectElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  // Shown until the address has followed.
  const [chosen, setChosen] = useState({ from: value, value });
  if (chosen.from !== value) setChosen({ from: value, value });
  const shown = chosen.value;
  const searchable = ready && options.length > FEW;
  const text = options.find((option) => option.value === shown)?.label ?? "";

  function choose(next: string) {
    setOpen(false);
    button.current?.focus();
    if (!select.current || next === shown) return;
    setChosen({ from: value, value: next });
    select.current.value = next;
    select.current.dispatchEvent(new Event("change", { bubbles: true }));
  }

  return (
    <>
      <Select
        ref={select}
        name={name}
        aria-label={label}
        defaultValue={value}
        options={options}
        className={cn(className, searchable && "hidden")}
      />
      {searchable && (
        <div className={cn("relative", className)}>
          <button
            ref={button}
            type="button"
            aria-label={`${label}: ${text}`}
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className={cn(controlClass, "flex items-center justify-between gap-2 bg-surface text-left")}
          >
            <span className="truncate">{text}</span>
            <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
          </button>
          <Popover open={open} onOpenChange={setOpen} trigger={button} label={label}>
            <Suspense fallback={<div className="h-11 w-[min(18rem,80vw)]" />}>
              <FilterSelectList label={label} options={options} value={shown} onChoose={choose} />
            </Suspense>
          </Popover>
        </div>
      )}
    </>
  );
}
