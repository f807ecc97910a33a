import type { TFunction } from "i18next";
import { z } from "zod";
import type { FieldText } from "./texts.server";

export type Json = Record<string, unknown>;

/** Schemas by their names, which the document keeps once. */
export type Components = Record<string, Json>;

/** A zod schema as JSON Schema (2020-12); those with an id are kept in the components. */
export function schemaOf(
  schema: z.ZodType,
  io: "input" | "output",
  components: Components,
  t: TFunction,
): Json {
  const {
    $schema: _,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // Nothing else is taken or answered.
      if (jsonSchema.type === "object") jsonSchema.additionalProperties = false;
      if (jsonSchema.description)
        jsonSchema.description = t(`rest:fields.${jsonSchema.description as FieldText}`);
    },
  }) as Json & { $defs?: Record<string, Json> };
  for (const [name, one] of Object.entries($defs)) components[name] = withoutId(inComponents(one));
  const own = json["id"] as string | undefined;
  const main = inComponents(json);
  if (own === undefined) return main;
  components[own] = withoutId(main);
  return { $ref: `#/components/schemas/${own}` };
}

/** References to what zod has put beside the schema, as references into the document. */
function inComponents(value: Json): Json {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}

function withoutId({ id: _, ...rest }: Json): Json {
  return rest;
}
