import { z } from "zod";
import type { OwnField } from "../fields/own-field";
import { boundedText } from "../shared/fields";
import { byteEncodings } from "./encodings";
import { fieldsOf, MAX_COLUMNS, type Columns, type ImportKind } from "./import-run";

const place = boundedText(10)
  .optional()
  .transform((text, context) => {
    if (!text) return null;
    const number = /^\d+$/.test(text) ? Number(text) : MAX_COLUMNS;
    if (number < MAX_COLUMNS) return number;
    context.addIssue({ code: "custom", message: "not_found" });
    return z.NEVER;
  });

/**
 * Schema of the form that assigns columns to fields: for each slot of a field the column's position from 0, or nothing.
 */
export function columnsSchema(kind: ImportKind, own: readonly OwnField[] = []) {
  const fields = fieldsOf(kind, own);
  const slots = fields.flatMap((field) => field.slots);
  const shape = Object.fromEntries(slots.map((slot) => [slot, place]));
  return z
    .object(shape)
    .superRefine((chosen, context) => {
      const fail = (slot: string, message: string) => context.addIssue({ code: "custom", message, path: [slot] });
      for (const { name, required, slots } of fields) {
        if (required && slots.every((slot) => chosen[slot] === null)) fail(name, "import_column_required");
      }
      for (const slot of slots) {
        const column = chosen[slot];
        const first = slots.find((other) => column !== null && chosen[other] === column);
        if (first && first !== slot) fail(slot, "import_column_twice");
      }
    })
    .transform((chosen): Columns => {
      const columns = fields.map(({ name, slots }) => [name, slots.flatMap((slot) => chosen[slot] ?? [])] as const);
      return Object.fromEntries(columns.filter(([, places]) => places.length > 0));
    });
}

/** Input of the form that changes the encoding of a file. */
export const encodingSchema = z.object({ encoding: z.enum(byteEncodings, "not_found") });

/** Input of the form that starts the import: whether duplicates are created and affiliates are invited. */
export const startSchema = z
  .object({
    duplicates: z.enum(["skip", "create"], "duplicates_invalid").default("skip"),
    invite: z.literal("yes").optional(),
  })
  .transform(({ duplicates, invite }) => ({
    keepsDuplicates: duplicates === "create",
    invites: invite === "yes",
  }));

export type StartChoice = z.output<typeof startSchema>;

/** Single numbers were stored before a field could have several columns. */
const storedColumns = z.record(boundedText(50), z.union([z.array(z.int()), z.int().transform((column) => [column])]));
const storedProblems = z.array(
  z.object({
    field: boundedText(50).nullable(),
    /** The name of an own field at the time of the check. */
    label: boundedText(200).optional(),
    reason: boundedText(2000),
  }),
);

/** Parses stored columns; empty if they are invalid. */
export const readColumns = (stored: unknown): Columns => storedColumns.safeParse(stored).data ?? {};

/** Why a row is not created: the field or null, and the key in `errors` with its parameters. */
export type RowProblem = z.output<typeof storedProblems>[number];

/** Parses stored problems; empty if they are invalid. */
export const readProblems = (stored: unknown): RowProblem[] => storedProblems.safeParse(stored).data ?? [];

/** Converts the issues of a schema. For a damaged cell only the remark about the damage remains. */
export function problemsOf(
  issues: readonly { path: PropertyKey[]; message: string }[],
  remarks: readonly RowProblem[],
): RowProblem[] {
  return issues.map(({ path, message }) => {
    const field = String(path[0]);
    return remarks.find((remark) => remark.field === field) ?? { field, reason: message };
  });
}
