/** A dash for the eyes, words for those who cannot see it. */
export function Missing({ words }: { words: string }) {
  return (
    <>
      <span aria-hidden className="text-faint">
        —
      </span>
      <span className="sr-only">{words}</span>
    </>
  );
}
