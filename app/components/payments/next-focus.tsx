/**
 * Names the next focus in the form of a button that disappears with its surroundings. Without JavaScript the focus
 * would otherwise be at the top of the new page. `id` is that of a control on the page.
 */
export function NextFocus({ id }: { id: string }) {
  return (
    <noscript>
      <input type="hidden" name="focus" value={id} />
    </noscript>
  );
}

/** Like {@link NextFocus}, in the one form of a list that pays row by row: the payable rows, in their order. */
export function NextRowFocus({ rows }: { rows: readonly { id: string }[] }) {
  return (
    <noscript>
      <input type="hidden" name="rows" value={rows.map(({ id }) => id).join(" ")} />
    </noscript>
  );
}
