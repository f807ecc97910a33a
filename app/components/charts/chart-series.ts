/**
 * Colors of the palette with a contrast of at least 3 : 1 to the chart's background. Some have similar lightness, so
 * bars have gaps.
 */
export const colorOf = {
  accent: "var(--color-accent)",
  info: "color-mix(in oklab, var(--color-info) 75%, var(--color-surface))",
  warning: "color-mix(in oklab, var(--color-warning) 75%, var(--color-surface))",
  quiet: "var(--color-control)",
} as const;

export interface ChartSeries {
  key: string;
  label: string;
  tone: keyof typeof colorOf;
  /** Draws only the border, so that amounts that are not due yet differ without color. */
  outline?: "solid" | "dashed";
}
