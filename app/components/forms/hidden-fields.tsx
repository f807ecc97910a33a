/** Hidden fields with fixed values. A name may occur more than once. */
export function HiddenFields({ values }: { values: readonly (readonly [name: string, value: string])[] }) {
  return values.map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);
}
