import { plainOwn } from "../fields/own-value";
import type { LeftValues } from "./merge-leads.server";

/**
 * Returns the internal note of a merge by a program, which has no language: it names fields as the API does.
 */
export function programNote({ company, values, own, affiliate }: LeftValues): string {
  const left = [
    ...values.map(({ name, value }) => `${name}: ${value}`),
    ...own.fields.flatMap((field) => {
      const value = own.values[field.key] ?? null;
      return value === null ? [] : [`${field.label}: ${plainOwn(field, value, (isYes) => (isYes ? "yes" : "no"))}`];
    }),
    ...(affiliate ? [`affiliate: ${affiliate}`] : []),
  ];
  return [`Merged: ${company}`, ...left].join("\n");
}
