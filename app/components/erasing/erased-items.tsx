type ErasedItemsProps = {
  title: string;
  items: readonly string[];
  /** 3 in a dialog, whose title has level 2. */
  headingLevel?: 2 | 3;
};

/** Lists what is removed, or what stays. */
export function ErasedItems({ title, items, headingLevel = 3 }: ErasedItemsProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div>
      <Heading className="font-medium">{title}</Heading>
      <ul className="mt-1 list-disc space-y-1 ps-5 text-muted">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
