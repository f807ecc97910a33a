import type { RefObject } from "react";
import { Popover } from "~/components/ui/popover";
import { SearchList, type SearchListProps } from "./search-list";

export type SearchSelectListProps = SearchListProps & {
  open: boolean;
  /** The button that opens it and gets the focus back. */
  button: RefObject<HTMLButtonElement>;
  onOpenChange: (open: boolean) => void;
};

/** The list of a SearchSelect in its panel; loaded when it is first opened. */
export default function SearchSelectList({ open, button, onOpenChange, ...list }: SearchSelectListProps) {
  return (
    <Popover open={open} onOpenChange={onOpenChange} trigger={button} label={list.label}>
      <SearchList {...list} />
    </Popover>
  );
}
