import { expect, test } from "vitest";
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
