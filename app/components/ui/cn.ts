import { clsx, type ClassValue } from "clsx";

/** Joins class names. If two set the same property, the order of the style sheet decides, so pass only one of them. */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
