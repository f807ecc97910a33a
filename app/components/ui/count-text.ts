/** A count; `cut` if there may be more. */
export type Count = { count: number; cut?: boolean };

const formats = new Map<string, Intl.NumberFormat>();

/** Returns "1,234", or "500+" if there may be more. */
export function countText({ count, cut }: Count, language: string): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, format);
  return format.format(Math.max(0, count)) + (cut ? "+" : "");
}
