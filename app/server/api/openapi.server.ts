import { createHash } from "node:crypto";
import type { TFunction } from "i18next";
import type { z } from "zod";
import { commissionKinds } from "~/domain/commissions/commission";
import { eventBodies, eventKey, type EventName } from "~/domain/webhooks/events";
import type { Language } from "~/i18n/languages";
import { exampleOf } from "./example-of.server";
import { API_ROOT, FILE_BODIES, isWrite, namesIn, successOf, type Operation } from "./operation";
import { operations } from "./operations/index.server";
import { problemSchema } from "./problem.server";
import { headersOf, HEADERS, WEBHOOK_HEADERS, type HeaderName } from "./response-headers";
import { schemaOf, type Components, type Json } from "./schema-of.server";
import { restTexts, type RestTexts } from "./texts.server";

export interface ApiDocument {
  json: Json;
  /** The response body, and its entity tag. */
  text: string;
  etag: string;
}

// Anybody may request the document, and it never changes while the process runs.
const documents = new Map<string, Promise<ApiDocument>>();

/**
 * Returns the OpenAPI 3.1 document, made from the schemas that read requests. `origin` is the public address of this
 * site.
 */
export function documentFor(origin: string, language: Language): Promise<ApiDocument> {
  const key = `${language} ${origin}`;
  const document = documents.get(key) ?? makeDocument(origin, language);
  documents.set(key, document);
  return document;
}

async function makeDocument(origin: string, language: Language): Promise<ApiDocument> {
  const t = await restTexts(language);
  const components: Components = {};
  const problem = schemaOf(problemSchema, "output", components, t);
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = {
      operationId: operation.id,
      tags: [operation.tag],
      summary: t(`rest:operations.${operation.id}`),
      description: t(`rest:explained.${operation.id}`),
      security: [{ key: [] }],
      parameters: parametersOf(operation, components, t),
      ...("receives" in operation && { requestBody: fileBody }),
      ...(operation.body && { requestBody: bodyOf(operation, operation.body, components, t) }),
      responses: responsesOf(operation, problem, components, t),
    };
  }
  const json = {
    openapi: "3.1.0",
    info: { title: "Finderlohn", version: "1", description: t("rest:description") },
    servers: [{ url: origin + API_ROOT }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({
      name,
      description: t(`rest:tags.${name}`),
    })),
    paths,
    webhooks: webhooksOf(components, t),
    components: {
      schemas: components,
      headers: Object.fromEntries(
        HEADERS.map((name) => [name, { description: t(`rest:headers.${name}`), schema: { type: "string" } }]),
      ),
      securitySchemes: { key: { type: "http", scheme: "bearer", description: t("rest:key") } },
    },
  };
  const text = JSON.stringify(json);
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  return { json, text, etag };
}

/** A binary body has a media type and no schema (OpenAPI 3.1). */
const fileBody: Json = { required: true, content: Object.fromEntries(FILE_BODIES.map((type) => [type, {}])) };

function bodyOf(operation: Operation, body: z.ZodType, components: Components, t: TFunction): Json {
  const schema = schemaOf(body, "input", components, t);
  return {
    // An empty body is as good as an empty object.
    required: ((schema["required"] ?? []) as string[]).length > 0 || operation.method === "PATCH",
    content: {
      "application/json": { schema, ...(operation.example && { example: operation.example }) },
    },
  };
}

function parametersOf(operation: Operation, components: Components, t: TFunction): Json[] {
  const inPath = namesIn(operation.path).map((name) => ({
    name,
    in: "path",
    required: true,
    ...(name === "kind"
      ? { description: t("rest:fields.record_kind"), schema: { type: "string", enum: commissionKinds } }
      : { schema: { type: "string", format: "uuid" } }),
  }));
  const query = operation.query ? schemaOf(operation.query, "input", components, t) : {};
  const required = (query["required"] ?? []) as string[];
  const inQuery = Object.entries((query["properties"] ?? {}) as Record<string, Json>).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: "query",
      ...(required.includes(name) && { required: true }),
      ...(description ? { description } : {}),
      // Each property is a parameter of its own.
      ...(schema["type"] === "object" && { style: "form", explode: true }),
      schema,
    }),
  );
  const header = (name: keyof RestTexts["request_headers"]) => ({
    name,
    in: "header",
    description: t(`rest:request_headers.${name}`),
    schema: { type: "string" },
  });
  return [
    ...inPath,
    ...inQuery,
    ...(isWrite(operation) ? [header("Idempotency-Key")] : []),
    ...("lock" in operation ? [header("If-Match")] : []),
    ...("read" in operation && !("lock" in operation) ? [header("If-None-Match")] : []),
  ];
}

/** Error statuses of every operation, and those of writing operations. */
const REFUSALS = [401, 404, 422, 429, 500, 503];
const REFUSED_CHANGES = [400, 402, 403, 409, 410, 412, 413, 415];

/** That a file is not made yet, and that a key may not read it. */
const REFUSED_FILES = [409];
const REFUSED_DOCUMENTS = [403, 409];

const described: Record<ReturnType<typeof successOf>, string> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No Content",
};

function responsesOf(operation: Operation, problem: Json, components: Components, t: TFunction): Json {
  const success = successOf(operation);
  const files = "load" in operation ? REFUSED_DOCUMENTS : "sends" in operation ? REFUSED_FILES : [];
  const others = isWrite(operation) ? REFUSED_CHANGES : files;
  const refusals = [...REFUSALS, ...others].sort((a, b) => a - b);
  const schema = schemaOf(operation.answer, "output", components, t);
  const headers = (status: number) =>
    Object.fromEntries(
      Object.entries(headersOf(operation, status)).map(([name, required]) => [
        name,
        required ? { required, ...linkTo(name as HeaderName, t) } : { $ref: `#/components/headers/${name}` },
      ]),
    );
  return {
    [success]: {
      description: described[success],
      headers: headers(success),
      ...(success !== 204 && {
        content:
          "sends" in operation
            ? { [operation.sends]: {} }
            : { "application/json": { schema, example: exampleOf(schema, components) } },
      }),
    },
    ...("read" in operation &&
      !("lock" in operation) && { 304: { description: "Not Modified", headers: headers(304) } }),
    ...Object.fromEntries(
      refusals.map((status) => [
        status,
        {
          description: t(`rest:titles.${status}`),
          headers: headers(status),
          content: { "application/problem+json": { schema: problem } },
        },
      ]),
    ),
  };
}

/** Returns the definition of a header that is always present; a reference could not add `required`. */
const linkTo = (name: HeaderName, t: TFunction): Json => ({
  description: t(`rest:headers.${name}`),
  schema: { type: "string" },
});

/** The webhook requests that are sent to the URL in the settings. */
function webhooksOf(components: Components, t: TFunction): Json {
  const parameters = WEBHOOK_HEADERS.map(({ name, required }) => ({
    name,
    in: "header",
    required,
    schema: { type: "string" },
    description: t(`rest:webhook_headers.${name}`),
  }));
  const entries = Object.entries(eventBodies).map(([name, body]) => {
    const schema = schemaOf(body, "output", components, t);
    const post = {
      operationId: eventKey(name as EventName),
      summary: t(`rest:events.${eventKey(name as EventName)}`),
      // Webhook requests are signed instead.
      security: [],
      parameters,
      requestBody: {
        required: true,
        content: { "application/json": { schema, example: exampleOf(schema, components) } },
      },
      responses: {
        "2XX": { description: t("rest:webhook_answers.arrived") },
        "410": { description: t("rest:webhook_answers.gone") },
        default: { description: t("rest:webhook_answers.again") },
      },
    };
    return [name, { post }];
  });
  return Object.fromEntries(entries);
}
