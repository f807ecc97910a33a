/** Tokens of the palette that are told apart by lightness, too. */
export const colorOf = {
  accent: "var(--color-accent)",
  info: "color-mix(in oklab, var(--color-info) 55%, var(--color-surface))",
  warning: "color-mix(in oklab, var(--color-warning) 75%, var(--color-surface))",
  quiet: "color-mix(in oklab, var(--color-control) 35%, var(--color-surface))",
} as const;

export interface ChartSeries {
  key: string;
  label: string;
  tone: keyof typeof colorOf;
}
