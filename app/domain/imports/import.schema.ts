import { z } from "zod";
import { boundedText } from "../shared/fields";
import { fieldsOf, MOST_COLUMNS, type Columns, type ImportKind } from "./import-run";

const place = boundedText(10)
  .optional()
  .transform((text, context) => {
    if (!text) return null;
    const number = /^\d+$/.test(text) ? Number(text) : MOST_COLUMNS;
    if (number < MOST_COLUMNS) return number;
    context.addIssue({ code: "custom", message: "not_found" });
    return z.NEVER;
  });

/** The form that says which column is which field: by field the place of the column from 0, or nothing. */
export function columnsSchema(kind: ImportKind) {
  const fields = fieldsOf(kind);
  const shape = Object.fromEntries(fields.map(({ name }) => [name, place]));
  return z
    .object(shape)
    .superRefine((chosen, context) => {
      for (const { name, required } of fields) {
        const column = chosen[name];
        const first = fields.find((other) => column !== null && chosen[other.name] === column);
        const problem =
          column === null
            ? required && "import_column_required"
            : first?.name !== name && "import_column_twice";
        if (problem) context.addIssue({ code: "custom", message: problem, path: [name] });
      }
    })
    .transform((chosen): Columns => {
      const known = Object.entries(chosen).filter((entry): entry is [string, number] => entry[1] !== null);
      return Object.fromEntries(known);
    });
}

/** The form that begins to create: what becomes of duplicates, and whether affiliates are invited. */
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

const storedColumns = z.record(boundedText(50), z.int());
const storedProblems = z.array(z.object({ field: boundedText(50).nullable(), reason: boundedText(2000) }));

/** The columns as they are stored; none when they cannot be read. */
export const readColumns = (stored: unknown): Columns => storedColumns.safeParse(stored).data ?? {};

/** Why a row is not created: the field, if it is one, and the key of the sentence in `errors` with its parameters. */
export type RowProblem = z.output<typeof storedProblems>[number];

/** The problems as they are stored; none when they cannot be read. */
export const readProblems = (stored: unknown): RowProblem[] => storedProblems.safeParse(stored).data ?? [];
