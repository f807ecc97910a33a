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
