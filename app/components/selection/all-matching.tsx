import { boxClass } from "./selection-line";

type AllMatchingProps = { checked: boolean; onChange: (on: boolean) => void; children: string };

/** Extends a selection to all records that match the list's filter, on all pages. Works without JavaScript too. */
export function AllMatching({ checked, onChange, children }: AllMatchingProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2 md:min-h-10">
      <input
        type="checkbox"
        name="all"
        value="1"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className={boxClass}
      />
      {children}
    </label>
  );
}
