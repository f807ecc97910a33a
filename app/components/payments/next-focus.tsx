/**
 * Within the form of a button that ends with its row: says where the focus goes on without JavaScript, which would leave it
 * at the beginning of the new page. `id` is that of a control on the page.
 */
export function NextFocus({ id }: { id: string }) {
  return (
    <noscript>
      <input type="hidden" name="focus" value={id} />
    </noscript>
  );
}

/** Gives to a row, of those that can be paid, the one after it; to the last one the one before it. */
export function nextToPay<Row extends { id: string }>(payable: readonly Row[]) {
  return (row: Row): Row | undefined => {
    const place = payable.findIndex(({ id }) => id === row.id);
    return payable[place + 1] ?? payable[place - 1];
  };
}
