/**
 * Within the form of a button that ends with what is around it: says where the focus goes on without JavaScript, which
 * would leave it at the beginning of the new page. `id` is that of a control on the page.
 */
export function NextFocus({ id }: { id: string }) {
  return (
    <noscript>
      <input type="hidden" name="focus" value={id} />
    </noscript>
  );
}

/** The same within the one form of a list that pays row by row: the rows that can be paid, in their order. */
export function NextRowFocus({ rows }: { rows: readonly { id: string }[] }) {
  return (
    <noscript>
      <input type="hidden" name="rows" value={rows.map(({ id }) => id).join(" ")} />
    </noscript>
  );
}
