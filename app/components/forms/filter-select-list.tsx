import { Command as Menu } from "cmdk";
import { Check } from "lucide-react";
import { useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "~/components/ui/cn";
import { controlClass } from "~/components/ui/input";
import { Popover } from "~/components/ui/popover";
import type { SelectOption } from "~/components/ui/select";
import { finder } from "~/domain/shared/search";

export type FilterSelectListProps = {
  label: string;
  options: readonly SelectOption[];
  value: string;
  onChoose: (value: string) => void;
  open: boolean;
  /** The button that opens it and gets the focus back. */
  button: RefObject<HTMLButtonElement>;
  onOpenChange: (open: boolean) => void;
};

/** The list of a FilterSelect in its panel; loaded when it is first opened. */
export default function FilterSelectList({ open, button, onOpenChange, ...list }: FilterSelectListProps) {
  return (
    <Popover open={open} onOpenChange={onOpenChange} trigger={button} label={list.label}>
      <List {...list} />
    </Popover>
  );
}

type ListProps = Omit<FilterSelectListProps, "open" | "button" | "onOpenChange">;

function List({ label, options, value, onChoose }: ListProps) {
  const { t } = useTranslation("common");
  const [text, setText] = useState("");
  const matches = finder(text);
  const found = options.filter(({ label }) => matches(label));
  return (
    // Typing here filters only this list, not the one of the surrounding form.
    <div onChange={(event) => event.stopPropagation()}>
      <Menu shouldFilter={false} loop vimBindings={false} label={label} defaultValue={value}>
        <Menu.Input
          value={text}
          onValueChange={setText}
          placeholder={t("search")}
          className={cn(controlClass, "mb-2")}
        />
        <Menu.List label={label} className="max-h-72 w-[min(18rem,80vw)] overflow-y-auto overscroll-contain">
          {found.map((option) => (
            <Menu.Item
              key={option.value}
              value={option.value}
              onSelect={onChoose}
              className="flex min-h-11 cursor-pointer items-center justify-between gap-2 rounded-md px-3 wrap-anywhere data-[selected=true]:bg-sunken md:min-h-10"
            >
              {option.label}
              {option.value === value && (
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
            {t("no_match")}
          </p>
        )}
      </Menu>
    </div>
  );
}
