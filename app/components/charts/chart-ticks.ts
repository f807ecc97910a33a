/**
 * Returns the values marked at the axis of a chart: from 0 to at least `top`, three to six whole numbers whose distance
 * is 1, 2 or 5 times a power of ten.
 */
export function ticksUpTo(top: number): number[] {
  const rough = Math.max(top, 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  return Array.from({ length: Math.ceil(Math.max(top, 1) / step) + 1 }, (_, index) => index * step);
}
