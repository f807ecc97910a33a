import { useRef, useState } from "react";
import { cn } from "~/components/ui/cn";
import { Icon } from "~/components/ui/icon";
import { controlClass } from "~/components/ui/input";
import { Popover } from "~/components/ui/popover";
import { Select } from "~/components/ui/select";
import { useHydrated } from "~/browser/use-hydrated";
import { controlProps, FieldFrame } from "./field-frame";
import type { FieldBaseProps } from "./field-meta";
import { SearchList } from "./search-list";

export type SearchSelectFieldProps = FieldBaseProps & {
  options: readonly string[];
  /** Placeholder of the search within the list. */
  find: string;
  /** Text shown when nothing in the list matches. */
  none: string;
};

/** Returns a name such as America/New_York as people say it. */
export const spoken = (value: string) => value.replaceAll("_", " ");

/**
 * One of many names, found by typing a part of it. Without JavaScript it is a plain select. With it, the select still
 * holds the value, and a button in its place opens the list.
 */
export function SearchSelectField(props: SearchSelectFieldProps) {
  const { field, label, options, find, none } = props;
  const ready = useHydrated();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [value, setValue] = useState((field.initialValue as string | undefined) ?? "");
  const control = controlProps(props);
  if (!ready) {
    return (
      <FieldFrame {...props}>
        <Select {...control} defaultValue={value} onInput={(event) => setValue(event.currentTarget.value)}>
          {options.map((option) => (
            <option key={option} value={option}>
              {spoken(option)}
            </option>
          ))}
        </Select>
      </FieldFrame>
    );
  }
  return (
    <FieldFrame {...props}>
      <input type="hidden" name={control.name} form={control.form} value={value} />
      <div className="relative">
        <button
          ref={button}
          type="button"
          id={control.id}
          role="combobox"
          aria-required={control.required}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-controls={open ? `${control.id}-list` : undefined}
          aria-describedby={control["aria-describedby"]}
          onClick={() => {
            setOpen(!open);
          }}
          className={cn(controlClass, "flex items-center justify-between gap-2 text-left")}
        >
          <span className="truncate">{spoken(value)}</span>
          <Icon name="chevrons-up-down" className="size-4 shrink-0 text-muted" />
        </button>
        <Popover open={open} onOpenChange={setOpen} trigger={button} label={label}>
          <SearchList
            label={label}
            find={find}
            none={none}
            value={value}
            id={`${control.id}-list`}
            options={options.map((option) => ({ value: option, label: spoken(option) }))}
            onChoose={(option) => {
              setValue(option);
              setOpen(false);
              button.current?.focus();
            }}
          />
        </Popover>
      </div>
    </FieldFrame>
  );
}
