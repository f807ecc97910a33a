import type { IconName } from "./icon";

export type Tone = "neutral" | "info" | "success" | "warning" | "danger";

/** Meaning is never conveyed by color alone: each tone has its icon. */
export const toneIcon: Record<Tone, IconName> = {
  neutral: "circle-dashed",
  info: "info",
  success: "circle-check",
  warning: "triangle-exclamation-point",
  danger: "circle-exclamation-point",
};

export const toneText: Record<Tone, string> = {
  neutral: "text-muted",
  info: "text-info",
  success: "text-success",
  warning: "text-warning",
  danger: "text-danger",
};

export const toneSoft: Record<Tone, string> = {
  neutral: "bg-sunken",
  info: "bg-info-soft",
  success: "bg-success-soft",
  warning: "bg-warning-soft",
  danger: "bg-danger-soft",
};
