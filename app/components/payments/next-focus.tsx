import { useHydrated } from "~/browser/use-hydrated";

/**
 * Names the next focus in the form of a button that disappears with its surroundings. Without JavaScript, and when the
 * form is sent before hydration, the focus would otherwise be at the top of the new page. Later the page keeps it
 * (kept-focus.ts). `id` is that of a control on the page.
 */
export function NextFocus({ id }: { id: string }) {
  return !useHydrated() && <input type="hidden" name="focus" value={id} />;
}

/** Like {@link NextFocus}, in the one form of a list that pays row by row: the payable rows, in their order. */
export function NextRowFocus({ rows }: { rows: readonly { id: string }[] }) {
  return !useHydrated() && <input type="hidden" name="rows" value={rows.map(({ id }) => id).join(" ")} />;
}
