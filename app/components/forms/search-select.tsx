import { lazy, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "~/browser/use-hydrated";
import { cn } from "~/components/ui/cn";
import { Icon } from "~/components/ui/icon";
import { controlClass } from "~/components/ui/input";
import { Select, type SelectOption } from "~/components/ui/select";
import type { controlProps } from "./field-frame";

const loadList = () => import("./search-select-list");
const SearchSelectList = lazy(loadList);

/** Lists up to this length need no search. */
const FEW = 12;

export type SearchSelectProps = {
  name: string;
  label: string;
  /** The stored value, or the one in the URL. */
  value: string;
  options: readonly SelectOption[];
  /** Placeholder of the search. */
  find?: string;
  /** Text shown when nothing in the list matches. */
  none?: string;
  /** The properties of a control that a label element names; without them `label` does. See SearchSelectField. */
  control?: ReturnType<typeof controlProps>;
  className?: string;
};

/**
 * A choice. With many options and JavaScript, a button replaces the select and opens a searchable list. The select
 * stays in the form and holds its value.
 */
export function SearchSelect({ name, label, value, options, find, none, control, className }: SearchSelectProps) {
  const { t } = useTranslation("common");
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
  const text = options.find((option) => option.value === shown)?.label ?? "";
  const id = control && `${control.id}-list`;

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
        ref={select}
        name={name}
        aria-label={control ? undefined : label}
        defaultValue={value}
        onInput={(event) => setChosen({ from: value, value: event.currentTarget.value })}
        options={options}
        // Other classes of the select set its display too.
        className={searchable ? "hidden!" : className}
      />
      {searchable && (
        <div className={cn("relative", className)}>
          <button
            {...(control ? comboboxProps(control, open ? id : undefined) : { "aria-label": `${label}: ${text}` })}
            ref={button}
            type="button"
            aria-haspopup="dialog"
            aria-expanded={open}
            // Loaded before it is opened, so that no key typed into its search is lost.
            onFocus={() => void loadList().catch(() => {})}
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
              <SearchSelectList
                label={label}
                find={find ?? t("search")}
                none={none ?? t("no_match")}
                options={options}
                open={open}
                button={button}
                id={id}
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

/** Returns the properties of the button in a form. A plain button can be neither required nor invalid. */
const comboboxProps = ({ name: _, required, ...control }: ReturnType<typeof controlProps>, list?: string) => ({
  ...control,
  role: "combobox",
  "aria-required": required,
  "aria-controls": list,
});
