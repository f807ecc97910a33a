import type { TFunction } from "i18next";
import { z } from "zod";
import type { FieldText } from "./texts.server";

export type Json = Record<string, unknown>;

/** Schemas by name; the document contains each once. */
export type Components = Record<string, Json>;

/** Metadata of a zod schema whose text is documented as another type, such as a number in a URL. */
export const sentAs = (sent: Json): { sent: Json } => ({ sent });

/** A day in a request. */
export const sentDay = sentAs({ type: "string", format: "date" });

/** Returns a zod schema as JSON Schema (2020-12); schemas with an id are stored in the components. */
export function schemaOf(schema: z.ZodType, io: "input" | "output", components: Components, t: TFunction): Json {
  const {
    $schema: _,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // Other fields are neither accepted nor returned, unless their names are those of own fields.
      const isRecord = typeof jsonSchema.additionalProperties === "object";
      if (jsonSchema.type === "object" && !isRecord) jsonSchema.additionalProperties = false;
      const { sent, description } = jsonSchema as { sent?: Json; description?: FieldText };
      if (sent) {
        for (const name of Object.keys(jsonSchema)) delete jsonSchema[name];
        Object.assign(jsonSchema, sent);
      }
      // The description of every day names its time zone.
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

/** Rewrites references that zod places beside the schema into references to the document's components. */
function inComponents(value: Json): Json {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}

function withoutId({ id: _, ...rest }: Json): Json {
  return rest;
}
