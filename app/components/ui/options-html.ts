import { escaped } from "./escaped";
import type { SelectOption } from "./select";

/** The HTML that React writes for these options of a select, so that the browser finds what it expects. */
export function optionsHtml(options: readonly SelectOption[], selected: string): string {
  return options
    .map(({ value, label, disabled }) => {
      const states = (disabled ? ' disabled=""' : "") + (value === selected ? ' selected=""' : "");
      return `<option value="${escaped(value)}"${states}>${escaped(label)}</option>`;
    })
    .join("");
}
