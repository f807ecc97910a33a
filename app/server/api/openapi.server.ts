import type { TFunction } from "i18next";
import { z } from "zod";
import type { Language } from "~/i18n/languages";
import { API_ROOT, isWrite, namesIn, type Operation } from "./operation";
import { operations } from "./operations/index.server";
import { problemSchema } from "./problem.server";
import { restTexts, type FieldText } from "./texts.server";

type Json = Record<string, unknown>;

/** Schemas by their names, which the document keeps once. */
type Components = Record<string, Json>;

// Anybody may ask for it, and it never changes while the process runs.
const documents = new Map<string, Promise<Json>>();

/** The OpenAPI 3.1 document, made of the schemas that requests are read by. `origin` is the public address of this site. */
export function documentFor(origin: string, language: Language): Promise<Json> {
  const key = `${language} ${origin}`;
  const document = documents.get(key) ?? makeDocument(origin, language);
  documents.set(key, document);
  return document;
}

async function makeDocument(origin: string, language: Language): Promise<Json> {
  const t = await restTexts(language);
  const components: Components = {};
  const problem = schemaOf(problemSchema, "output", components, t);
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = {
      operationId: operation.id,
      tags: [operation.tag],
      summary: t(`rest:operations.${operation.id}`),
      security: [{ key: [] }],
      parameters: parametersOf(operation, components, t),
      ...(operation.body && {
        requestBody: {
          content: {
            "application/json": {
              schema: schemaOf(operation.body, "input", components, t),
              ...(operation.example && { example: operation.example }),
            },
          },
        },
      }),
      responses: responsesOf(operation, problem, components, t),
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Finderlohn", version: "1", description: t("rest:description") },
    servers: [{ url: origin + API_ROOT }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({
      name,
      description: t(`rest:tags.${name}`),
    })),
    paths,
    components: {
      schemas: components,
      securitySchemes: { key: { type: "http", scheme: "bearer", description: t("rest:key") } },
    },
  };
}

/** A zod schema as JSON Schema (2020-12); those with an id are kept in the components. */
function schemaOf(schema: z.ZodType, io: "input" | "output", components: Components, t: TFunction): Json {
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

function parametersOf(operation: Operation, components: Components, t: TFunction): Json[] {
  const inPath = namesIn(operation.path).map((name) => ({
    ...{ name, in: "path", required: true },
    schema: name === "kind" ? { enum: ["deal", "payment"] } : { type: "string", format: "uuid" },
  }));
  const query = operation.query ? schemaOf(operation.query, "input", components, t) : {};
  const inQuery = Object.entries((query["properties"] ?? {}) as Record<string, Json>).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: "query",
      ...(description ? { description } : {}),
      schema,
    }),
  );
  const header = (name: string) => ({ name, in: "header", schema: { type: "string" } });
  return [
    ...inPath,
    ...inQuery,
    ...("create" in operation ? [header("Idempotency-Key")] : []),
    ...("change" in operation ? [header("If-Match")] : []),
    ...("read" in operation && !("change" in operation) ? [header("If-None-Match")] : []),
  ];
}

/** What every operation can be refused with, and what those that change something can. */
const REFUSALS = [401, 404, 422, 429, 500, 503];
const REFUSED_CHANGES = [400, 402, 403, 409, 410, 412, 413, 415];

function responsesOf(operation: Operation, problem: Json, components: Components, t: TFunction): Json {
  const success = "create" in operation ? 201 : 200;
  const refusals = [...REFUSALS, ...(isWrite(operation) ? REFUSED_CHANGES : [])].sort((a, b) => a - b);
  return {
    [success]: {
      description: "OK",
      content: { "application/json": { schema: schemaOf(operation.answer, "output", components, t) } },
    },
    ...("read" in operation && !("change" in operation) && { 304: { description: "Not Modified" } }),
    ...Object.fromEntries(
      refusals.map((status) => [
        status,
        { description: "Problem", content: { "application/problem+json": { schema: problem } } },
      ]),
    ),
  };
}
