/**
 * What was chosen in a select before the page came alive, or null. The option of the server's page is known by its attribute; a
 * select that the browser has made itself has none.
 */
export function earlyChoice(select: { value: string; options: ArrayLike<Option> }): string | null {
  const initial = Array.from(select.options).find(({ defaultSelected }) => defaultSelected);
  return initial && !initial.selected ? select.value : null;
}

type Option = Pick<HTMLOptionElement, "selected" | "defaultSelected">;
