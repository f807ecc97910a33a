import { Command as Menu } from "cmdk";
import { Check, ChevronsUpDown } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "~/components/ui/cn";
import { controlClass } from "~/components/ui/input";
import { Popover } from "~/components/ui/popover";
import { Select } from "~/components/ui/select";
import { useHydrated } from "~/browser/use-hydrated";
import { finder } from "~/domain/shared/search";
import { controlProps, FieldFrame } from "./field-frame";
import type { FieldBaseProps } from "./field-meta";

export type SearchSelectFieldProps = FieldBaseProps & {
  options: readonly string[];
  /** Placeholder of the search within the list. */
  find: string;
  /** Says that nothing in the list matches. */
  none: string;
};

/** Names such as America/New_York as one would say them. */
export const spoken = (value: string) => value.replaceAll("_", " ");

/**
 * One of many names, found by typing a part of it. Without JavaScript a plain select; with it, the select is what the form
 * sends, and a button in its place opens the list.
 */
export function SearchSelectField(props: SearchSelectFieldProps) {
  const { field, label, help, optional, className, options, find, none } = props;
  const { t } = useTranslation("common");
  const ready = useHydrated();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [value, setValue] = useState((field.initialValue as string | undefined) ?? "");
  const control = controlProps(field, help);
  const matches = finder(text.replaceAll("/", " "));
  const found = options.filter((option) => matches(spoken(option)));
  if (!ready) {
    return (
      <FieldFrame {...{ field, label, help, optional, className }}>
        <Select {...control} defaultValue={value}>
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
    <FieldFrame {...{ field, label, help, optional, className }}>
      <input type="hidden" name={control.name} form={control.form} value={value} />
      <div className="relative">
        <button
          ref={button}
          type="button"
          id={control.id}
          role="combobox"
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-controls={open ? `${control.id}-list` : undefined}
          aria-describedby={control["aria-describedby"]}
          onClick={() => {
            setText("");
            setOpen(!open);
          }}
          className={cn(controlClass, "flex items-center justify-between gap-2 text-left")}
        >
          <span className="truncate">{spoken(value)}</span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
        <Popover open={open} onOpenChange={setOpen} trigger={button} label={label}>
          <Menu
            id={`${control.id}-list`}
            shouldFilter={false}
            loop
            vimBindings={false}
            label={label}
            defaultValue={value}
          >
            <Menu.Input
              value={text}
              onValueChange={setText}
              placeholder={find}
              className={cn(controlClass, "mb-2")}
            />
            <Menu.List label={label} className="max-h-64 w-[min(20rem,80vw)] overflow-y-auto">
              {found.map((option) => (
                <Menu.Item
                  key={option}
                  value={option}
                  onSelect={() => {
                    setValue(option);
                    setOpen(false);
                    button.current?.focus();
                  }}
                  className="flex min-h-11 cursor-pointer items-center justify-between gap-2 rounded-md px-3 data-[selected=true]:bg-sunken md:min-h-10"
                >
                  {spoken(option)}
                  {option === value && (
                    <>
                      <Check aria-hidden className="size-4 shrink-0 text-accent" />
                      <span className="sr-only">({t("yes")})</span>
                    </>
                  )}
                </Menu.Item>
              ))}
            </Menu.List>
            {found.length === 0 && (
              <p role="status" className="px-3 py-2 text-muted">
                {none}
              </p>
            )}
          </Menu>
        </Popover>
      </div>
    </FieldFrame>
  );
}
