import { Command as Menu } from "cmdk";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "~/components/ui/cn";
import { Icon } from "~/components/ui/icon";
import { controlClass } from "~/components/ui/input";
import { MarkedInput } from "~/components/ui/marked-input";
import type { SelectOption } from "~/components/ui/select";
import { finder } from "~/domain/shared/search";

export type SearchListProps = {
  id?: string | undefined;
  label: string;
  /** Placeholder of the search. */
  find: string;
  /** Text shown when nothing in the list matches. */
  none: string;
  options: readonly SelectOption[];
  value: string;
  onChoose: (value: string) => void;
};

// The library does not highlight an entry with an empty value, such as "all".
const keyOf = (value: string) => `=${value}`;

/**
 * A list that is searched by typing. Enter chooses the highlighted entry; there is always one while anything matches.
 */
export function SearchList({ id, label, find, none, options, value, onChoose }: SearchListProps) {
  const { t } = useTranslation("common");
  const [text, setText] = useState("");
  const [marked, setMarked] = useState(keyOf(value));
  const matches = finder(text.replaceAll("/", " "));
  const found = options.filter((option) => matches(option.label));
  const isFound = found.some((option) => keyOf(option.value) === marked);
  return (
    // Typing here filters only this list, not the one of the surrounding form.
    <div onInput={(event) => event.stopPropagation()}>
      <Menu
        id={id}
        shouldFilter={false}
        loop
        vimBindings={false}
        label={label}
        value={isFound ? marked : found[0] && keyOf(found[0].value)}
        onValueChange={setMarked}
      >
        <MarkedInput value={text} onValueChange={setText} placeholder={find} className={cn(controlClass, "mb-2")} />
        <Menu.List label={label} className="max-h-72 w-[min(20rem,80vw)] overflow-y-auto overscroll-contain">
          {found.map((option) => (
            <Menu.Item
              key={option.value}
              value={keyOf(option.value)}
              onSelect={() => onChoose(option.value)}
              className="flex min-h-11 cursor-pointer items-center justify-between gap-2 rounded-md px-3 wrap-anywhere data-[selected=true]:bg-sunken md:min-h-10"
            >
              {option.label}
              {option.value === value && (
                <>
                  <Icon name="check" className="size-4 shrink-0 text-accent" />
                  <span className="sr-only">({t("yes")})</span>
                </>
              )}
            </Menu.Item>
          ))}
        </Menu.List>
        {/* The region exists before it has a text, otherwise screen readers would not read it. */}
        <p role="status" className={found.length > 0 ? "sr-only" : "px-3 py-2 text-muted"}>
          {found.length === 0 && none}
        </p>
      </Menu>
    </div>
  );
}
