import { expect, test } from "vitest";
import { z } from "zod";
import { languages } from "~/i18n/languages";
import { documentFor } from "./openapi.server";
import { operations } from "./operations/index.server";

interface Parameter {
  name: string;
  in: string;
  description?: string;
  schema: { type?: string; format?: string; enum?: string[] };
}
interface Document {
  paths: Record<string, Record<string, { summary: string; description: string; parameters: Parameter[] }>>;
  components: unknown;
  webhooks: unknown;
}

const documentIn = async (language: (typeof languages)[number]) =>
  (await documentFor("https://finderlohn.example", language)).json as unknown as Document;
const zones = { en: "time zone", de: "Zeitzone", fr: "fuseau", es: "zona horaria" };

test.each(languages)(
  "[API-01] every operation has a description, and every day names its time zone, in %s",
  async (language) => {
    const { paths, components, webhooks } = await documentIn(language);
    for (const { path, method, id } of operations) {
      const { summary, description, parameters } = paths[path]![method.toLowerCase()]!;
      expect(description.length, id).toBeGreaterThan(summary.length);
      for (const one of parameters) if (one.in === "header") expect(one.description, one.name).toBeTruthy();
    }
    expect(unzoned([paths, components, webhooks], zones[language])).toEqual([]);
  },
);

test("[API-01] every parameter has the type of the value it stands for", async () => {
  const { paths } = await documentIn("en");
  for (const { path, method, id } of operations) {
    for (const { name, in: where, schema } of paths[path]![method.toLowerCase()]!.parameters) {
      // Search texts, names, currencies, cursors and tags are plain text.
      const isText = where === "header" || ["q", "name", "currency", "cursor"].includes(name);
      const isTyped = schema.type !== "string" || Boolean(schema.format ?? schema.enum);
      expect(isTyped, `${id} ${name}`).toBe(!isText);
      expect(schema.type, `${id} ${name}`).toBeTruthy();
    }
  }
  const limit = paths["/leads"]!["get"]!.parameters.find(({ name }) => name === "limit");
  expect(limit!.schema).toEqual({ type: "integer", minimum: 1, maximum: 100, default: 50 });
});

/** Returns the days of the document that do not name their time zone. */
function unzoned(value: unknown, zone: string, description = "", at = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "description" in value ? String(value.description) : description;
  if ("format" in value && value.format === "date") return own.includes(zone) ? [] : [at];
  return Object.entries(value).flatMap(([name, one]) => unzoned(one, zone, own, `${at}/${name}`));
}

/** Returns the places in a request body whose unknown parts would be ignored. The body itself is read strictly. */
function lenient(schema: z.ZodType, at = ""): string[] {
  const def = schema._zod.def as unknown as Record<string, unknown>;
  const isLenient = def["type"] === "object" && at !== "" && !(def["catchall"] instanceof z.ZodNever);
  const parts: [string, unknown][] = [
    ...["in", "innerType", "element", "valueType"].map((name): [string, unknown] => [`${at}/*`, def[name]]),
    ...((def["options"] ?? []) as unknown[]).map((one): [string, unknown] => [at, one]),
    ...Object.entries((def["shape"] ?? {}) as object).map(([name, one]): [string, unknown] => [`${at}/${name}`, one]),
  ];
  const below = parts.flatMap(([place, one]) => (one instanceof z.ZodType ? lenient(one, place) : []));
  return isLenient ? [at, ...below] : below;
}

test("[API-01] no part of a request is ignored because its name is unknown", () => {
  const found = operations.flatMap(({ id, body }) => (body ? lenient(body).map((at) => `${id} ${at}`) : []));
  expect(found).toEqual([]);
  expect(lenient(z.object({ a: z.array(z.object({ b: z.string() })).optional() }))).toEqual(["/a/*/*"]);
});

test("[API-01] [WORK-16] own fields are described with the values they may have", async () => {
  const { paths, components } = await documentIn("en");
  const { Lead } = (components as { schemas: Record<string, { properties: Record<string, object> }> }).schemas;
  expect(Lead!.properties["fields"]).toMatchObject({ additionalProperties: { anyOf: expect.any(Array) } });
  const body = JSON.stringify(paths["/leads"]!["post"]);
  expect(body).toContain('"additionalProperties":{"anyOf"');
});
