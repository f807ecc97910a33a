import { clsx, type ClassValue } from "clsx";

/** Joins class names. Of two that set the same property the order of the style sheet decides: name only one of them. */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
