import { Icon } from "~/components/ui/icon";
import type { ControlField } from "./field-frame";
import { lazy, Suspense, useRef, useState } from "react";
import { cn } from "~/components/ui/cn";
import { controlClass } from "~/components/ui/input";
import { Select, type SelectOption } from "~/components/ui/select";
import { useHydrated } from "~/browser/use-hydrated";

const FilterSelectList = lazy(() => import("./filter-select-list"));

/** Lists up to this length need no search. */
const FEW = 12;

export type FilterSelectProps = {
  name: string;
  label: string;
  /** The value in the URL. */
  value: string;
  options: readonly SelectOption[];
  /** The field of a regular form, which its label and its errors link to. */
  field?: ControlField;
  required?: boolean;
  className?: string;
};

/**
 * A choice in a filter form. With many options and JavaScript, a button replaces the select and opens a searchable
 * list. The select stays in the form and holds its value.
 */
export function FilterSelect({ name, label, value, options, field, required, className }: FilterSelectProps) {
  const ready = useHydrated();
  const select = useRef<HTMLSelectElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  // Shown until the URL is updated.
  const [chosen, setChosen] = useState({ from: value, value });
  if (chosen.from !== value) setChosen({ from: value, value });
  const shown = chosen.value;
  const searchable = ready && options.length > FEW;
  const control = field && { id: field.id, "aria-describedby": field.errors && field.errorId };
  const isInvalid = field?.errors ? true : undefined;
  const text = options.find((option) => option.value === shown)?.label ?? "";

  function choose(next: string) {
    setOpen(false);
    button.current?.focus();
    if (!select.current || next === shown) return;
    select.current.value = next;
    select.current.dispatchEvent(new Event("input", { bubbles: true }));
  }

  return (
    <>
      <Select
        {...(!searchable && control)}
        {...(!searchable && field && { required, "aria-invalid": isInvalid })}
        ref={select}
        name={name}
        aria-label={label}
        defaultValue={value}
        onInput={(event) => setChosen({ from: value, value: event.currentTarget.value })}
        options={options}
        // Other classes of the select set its display too.
        className={searchable ? "hidden!" : className}
      />
      {searchable && (
        <div className={cn("relative", className)}>
          <button
            {...control}
            // A plain button can be neither required nor invalid.
            {...(field && {
              role: "combobox",
              "aria-required": required,
              "aria-invalid": isInvalid,
              "aria-controls": open ? `${field.id}-list` : undefined,
            })}
            ref={button}
            type="button"
            aria-label={`${label}: ${text}`}
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => {
              setWasOpened(true);
              setOpen(!open);
            }}
            className={cn(controlClass, "flex items-center justify-between gap-2 text-left")}
          >
            <span className="truncate">{text}</span>
            <Icon name="chevrons-up-down" className="size-4 shrink-0 text-muted" />
          </button>
          {wasOpened && (
            <Suspense fallback={null}>
              <FilterSelectList
                label={label}
                options={options}
                open={open}
                button={button}
                id={field && `${field.id}-list`}
                value={shown}
                onOpenChange={setOpen}
                onChoose={choose}
              />
            </Suspense>
          )}
        </div>
      )}
    </>
  );
}
