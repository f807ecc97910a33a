import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Popover } from "~/components/ui/popover";
import type { SelectOption } from "~/components/ui/select";
import { SearchList } from "./search-list";

export type FilterSelectListProps = {
  id?: string | undefined;
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
  const { t } = useTranslation("common");
  return (
    <Popover open={open} onOpenChange={onOpenChange} trigger={button} label={list.label}>
      <SearchList {...list} find={t("search")} none={t("no_match")} />
    </Popover>
  );
}
