/** How often a number of days occurs. */
export interface DaysCount {
  days: number;
  count: number;
}

/**
 * Returns the median of counted numbers: the middle one, or the mean of the two in the middle. Null for an empty list.
 */
export function medianOf(counts: readonly DaysCount[]): number | null {
  const sorted = counts.filter(({ count }) => count > 0).sort((one, two) => one.days - two.days);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const at = (place: number) => {
    let passed = 0;
    return sorted.find(({ count }) => (passed += count) > place)!.days;
  };
  return (at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2;
}
