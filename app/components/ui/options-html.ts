import { escaped } from "./escaped";

export type SelectOption = { value: string; label: string; disabled?: boolean };

/** The HTML that React writes for these options of a select, so that the browser finds what it expects. */
export function optionsHtml(options: readonly SelectOption[], selected: string): string {
  return options
    .map(({ value, label, disabled }) => {
      const states = (disabled ? ' disabled=""' : "") + (value === selected ? ' selected=""' : "");
      return `<option value="${escaped(value)}"${states}>${escaped(label)}</option>`;
    })
    .join("");
}
