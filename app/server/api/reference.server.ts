import type { Language } from "~/i18n/languages";
import { KEY_LIMIT } from "./handle.server";
import { documentFor } from "./openapi.server";
import { API_ROOT, isWrite, successOf, type Tag } from "./operation";
import { operations } from "./operations/index.server";
import { ATTEMPTS } from "~/domain/webhooks/retry-timetable";
import { statusOfCode } from "../form-reply.server";
import { apiProblems, domainProblems } from "./problem.server";
import { WEBHOOK_HEADERS } from "./response-headers";
import { pageTexts, refusalKeys, restTexts, type RestTexts } from "./texts.server";

// The API document as a page shows it.

/** One field, parameter or column. `link` is the record of its type. */
export interface ReferenceRow {
  name: string;
  type: string;
  link: string | null;
  required: boolean;
  text: string;
}

export interface ReferenceOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  writes: boolean;
  parameters: ReferenceRow[];
  body: ReferenceRow[];
  /** A command line that works after the reader inserts a key and ids. */
  example: string;
  answer: ReferenceRow[];
  /** Name of the record in the response; null if it is none. */
  answers: string | null;
}

type PageTexts = RestTexts["page"];

export interface Reference {
  texts: PageTexts;
  rules: string[];
  server: string;
  groups: { tag: string; name: string; text: string; operations: ReferenceOperation[] }[];
  shapes: { name: string; rows: ReferenceRow[] }[];
  webhooks: {
    rules: string[];
    headers: ReferenceRow[];
    events: { name: string; summary: string; record: string; example: string }[];
  };
  problems: { code: string; status: number; text: string }[];
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
}

interface Described {
  summary: string;
  description: string;
  parameters: { name: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: { "application/json": { schema: Schema; example?: object } } };
  responses: Record<string, { content?: { "application/json"?: { schema: Schema } } }>;
}

interface DescribedEvent {
  summary: string;
  requestBody: { content: { "application/json": { schema: Schema; example: object } } };
}

/** Returns the content of the API page in a language. */
export async function referenceFor(origin: string, language: Language): Promise<Reference> {
  const t = await restTexts(language);
  const document = (await documentFor(origin, language)).json as unknown as {
    paths: Record<string, Record<string, Described>>;
    webhooks: Record<string, { post: DescribedEvent }>;
    tags: { name: string; description: string }[];
    components: { schemas: Record<string, Schema> };
  };
  const listOf = (name: string) => t("rest:page.list_of", { name });
  const texts = Object.fromEntries(
    (Object.keys(pageTexts) as (keyof PageTexts)[]).map((key) => [key, t(`rest:page.${key}`, KEY_LIMIT)]),
  ) as PageTexts;
  const describe = (one: (typeof operations)[number]): ReferenceOperation => {
    const described = document.paths[one.path]![one.method.toLowerCase()]!;
    const { schema: body, example } = described.requestBody?.content["application/json"] ?? {};
    const success = described.responses[successOf(one)]!;
    const answer = success.content?.["application/json"]?.schema ?? {};
    return {
      id: one.id,
      method: one.method,
      path: one.path,
      summary: described.summary,
      writes: isWrite(one),
      description: described.description,
      parameters: described.parameters.map((parameter) => ({
        ...rowOf(parameter.name, parameter.schema, Boolean(parameter.required), listOf),
        text: parameter.description ?? "",
      })),
      body: body ? rowsOf(body, listOf) : [],
      example:
        "receives" in one
          ? uploadOf(origin + API_ROOT + one.path)
          : commandOf(one.method, origin + API_ROOT + one.path, example) + ("sends" in one ? SAVED : ""),
      answer: rowsOf(answer, listOf),
      answers: nameOf(answer),
    };
  };
  const refusal = (code: (typeof domainProblems)[number]) => ({
    code,
    status: statusOfCode(code),
    // Sentences that mention an amount or a time have another form here.
    text: t([`rest:refusals.${code}`, ...refusalKeys(code)], { defaultValue: "" }),
  });
  return {
    texts,
    rules: [texts.rule_money, texts.rule_pages, texts.rule_once, texts.rule_match, texts.rule_limits],
    server: origin + API_ROOT,
    groups: document.tags.map(({ name, description }) => ({
      tag: name,
      name: t(`rest:names.${name as Tag}`),
      text: description,
      operations: operations.filter(({ tag }) => tag === name).map(describe),
    })),
    shapes: Object.entries(document.components.schemas).map(([name, schema]) => ({
      name,
      rows: rowsOf(schema, listOf),
    })),
    webhooks: {
      rules: (["signed", "repeats", "again", "off"] as const).map((rule) =>
        t(`rest:webhook_rules.${rule}`, { times: ATTEMPTS }),
      ),
      headers: WEBHOOK_HEADERS.map(({ name, required }) => ({
        name,
        required,
        type: "string",
        link: null,
        text: t(`rest:webhook_headers.${name}`),
      })),
      events: Object.entries(document.webhooks).map(([name, { post }]) => {
        const { schema, example } = post.requestBody.content["application/json"];
        return {
          name,
          summary: post.summary,
          record: nameOf(schema)!,
          example: JSON.stringify(example, null, 2),
        };
      }),
    },
    problems: [
      ...Object.entries(apiProblems).map(([code, status]) => ({
        code,
        status,
        text: t(`rest:problems.${code as keyof typeof apiProblems}`),
      })),
      ...domainProblems.map(refusal),
    ],
  };
}

const nameOf = ({ $ref }: Schema): string | null => $ref?.split("/").at(-1) ?? null;

function rowsOf({ properties = {}, required = [] }: Schema, listOf: (name: string) => string): ReferenceRow[] {
  return Object.entries(properties).map(([name, schema]) => rowOf(name, schema, required.includes(name), listOf));
}

function rowOf(name: string, schema: Schema, required: boolean, listOf: (name: string) => string): ReferenceRow {
  const { text, link } = typeOf(schema, listOf);
  return { name, type: text, link, required, text: textOf(schema) };
}

/** Returns the description of a field, or of its non-null variant. */
const textOf = ({ description, anyOf = [] }: Schema): string =>
  description ?? anyOf.find((one) => one.description)?.description ?? "";

/** Returns a type in readable form: choices are written out, records are named. */
function typeOf(schema: Schema, listOf: (name: string) => string): { text: string; link: string | null } {
  const name = nameOf(schema);
  if (name) return { text: name, link: name };
  if (schema.enum) return { text: schema.enum.join(" | "), link: null };
  if (schema.const !== undefined) return { text: String(schema.const), link: null };
  if (schema.anyOf) {
    const parts = schema.anyOf.map((one) => typeOf(one, listOf));
    const link = parts.find((one) => one.link)?.link ?? null;
    return { text: [...new Set(parts.map(({ text }) => text))].join(" | "), link };
  }
  if (schema.type === "array" && schema.items) {
    const { text, link } = typeOf(schema.items, listOf);
    return { text: listOf(text), link };
  }
  return { text: schema.format ?? [schema.type ?? "string"].flat().join(" | "), link: null };
}

const uploadOf = (address: string): string =>
  [
    `curl -X POST "${address}?name=receipt.pdf"`,
    `-H "Authorization: Bearer $FINDERLOHN_KEY"`,
    `-H "Content-Type: application/pdf"`,
    "--data-binary @receipt.pdf",
  ].join(" \\\n  ");

/** Stores the response under its own name. */
const SAVED = " \\\n  --remote-name --remote-header-name";

function commandOf(method: string, address: string, example?: object): string {
  const body = example && ` \\\n  -H "Content-Type: application/json" \\\n  -d '${JSON.stringify(example)}'`;
  const verb = method === "GET" ? "" : ` -X ${method}`;
  return `curl${verb} "${address}" \\\n  -H "Authorization: Bearer $FINDERLOHN_KEY"${body ?? ""}`;
}
