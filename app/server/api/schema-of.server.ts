import type { TFunction } from "i18next";
import { z } from "zod";
import type { FieldText } from "./texts.server";

export type Json = Record<string, unknown>;

/** Schemas by their names, which the document keeps once. */
export type Components = Record<string, Json>;

/** Metadata of a zod schema whose text the document shows as something else, such as a number in an address. */
export const sentAs = (sent: Json): { sent: Json } => ({ sent });

/** A day, as it is sent. */
export const sentDay = sentAs({ type: "string", format: "date" });

/** A zod schema as JSON Schema (2020-12); those with an id are kept in the components. */
export function schemaOf(schema: z.ZodType, io: "input" | "output", components: Components, t: TFunction): Json {
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
      const { sent, description } = jsonSchema as { sent?: Json; description?: FieldText };
      if (sent) {
        for (const name of Object.keys(jsonSchema)) delete jsonSchema[name];
        Object.assign(jsonSchema, sent);
      }
      // Whose days they are is said of every day.
      const words = description ?? (jsonSchema.format === "date" ? "day" : null);
      if (words) jsonSchema.description = t(`rest:fields.${words}`);
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
