import { parse } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { z, ZodType } from "zod";
import { keepParser } from "~/browser/form-parser";

keepParser(parse);

/**
 * Derives form options from the schema of an action: the required fields, and the errors that the browser finds by
 * itself. Every form that is sent to an action spreads it into useForm.
 *
 * ¬ @param known fields that the action takes from the URL, and the form does not have.
 */
export const bySchema = <Schema extends ZodType>(schema: Schema, known: Record<string, string> = {}) => ({
  constraint: constraintOf(schema) as Record<keyof z.input<Schema>, Constraint>,
  onValidate: ({ formData }: { formData: FormData }) => {
    for (const [name, value] of Object.entries(known)) formData.set(name, value);
    return parseWithZod(formData, { schema });
  },
  shouldRevalidate: "onInput" as const,
});

type Constraint = { required?: boolean };
const constraints = new WeakMap<ZodType, Record<string, Constraint>>();

/**
 * Returns the constraints of a schema. Fields needed for some inputs only are not required here; their form decides,
 * see `required` of FieldBaseProps.
 */
function constraintOf(schema: ZodType): Record<string, Constraint> {
  const known = constraints.get(schema);
  if (known) return known;
  const found = requiredIn(schema._zod.def as unknown as Definition, schema);
  constraints.set(schema, found);
  return found;
}

type Definition = { type: string } & Record<"in" | "out" | "left" | "right", ZodType>;

/** The library reads only fields, not intersections and transforms of schemas. */
function requiredIn({ type, ...parts }: Definition, schema: ZodType): Record<string, Constraint> {
  if (type === "intersection") return { ...constraintOf(parts.left), ...constraintOf(parts.right) };
  if (type !== "pipe") return getZodConstraint(schema);
  return constraintOf(parts.out._zod.def.type === "transform" ? parts.in : parts.out);
}
