import { controlProps, FieldFrame } from "./field-frame";
import type { FieldBaseProps } from "./field-meta";
import { SearchSelect, type SearchSelectProps } from "./search-select";

export type SearchSelectFieldProps = FieldBaseProps & Pick<SearchSelectProps, "options" | "find" | "none">;

/** One of many names, found by typing a part of it. */
export function SearchSelectField(props: SearchSelectFieldProps) {
  const { field, label, options, find, none } = props;
  return (
    <FieldFrame {...props}>
      <SearchSelect
        key={field.key}
        name={field.name}
        label={label}
        value={(field.initialValue as string | undefined) ?? ""}
        options={options}
        find={find}
        none={none}
        control={controlProps(props)}
      />
    </FieldFrame>
  );
}
