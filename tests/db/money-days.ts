// Days of the model, calculated with Date.

export const sameMonth = (one: string, other: string) => one.slice(0, 7) === other.slice(0, 7);

/** Returns the same day `months` later, or the last day of that month. */
export function monthsAfter(start: string, months: number): string {
  const [year, month, day] = start.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

export function daysAfter(start: string, days: number): string {
  return new Date(Date.parse(start) + days * 86_400_000).toISOString().slice(0, 10);
}
