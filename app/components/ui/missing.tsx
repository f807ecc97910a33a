/** A dash, with a text for screen readers. */
export function Missing({ words }: { words: string }) {
  return (
    <>
      <span aria-hidden className="text-faint">
        –
      </span>
      <span className="sr-only">{words}</span>
    </>
  );
}
