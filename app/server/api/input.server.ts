import { z } from "zod";
import { cut, damagedPlaces, isDamaged, undamaged } from "~/domain/shared/damaged";
import { OWN_PARAMETER } from "~/domain/shared/lists";
import { OWN_FILTERS, type Operation } from "./operation";
import { ApiProblem, type PartProblem } from "./problem.server";

// Reads input of the API with the schemas of the operations.

/** The parts of an API request that are used. */
export interface ApiRequest {
  method: string;
  /** Path and query string. */
  url: URL;
  header: (name: string) => string | undefined;
  /** Reads the body. Throws {@link ApiProblem} for a body that is too large. */
  body: () => Promise<Buffer>;
  /** The bytes of the body as they arrive. */
  bytes: () => AsyncIterable<Uint8Array>;
}

/** Reads a value with an object schema. Unknown fields are rejected; nested objects are strict for that. */
function read(schema: z.ZodType, value: Record<string, unknown>, partOf: (path: string[]) => PartProblem): unknown {
  const known = new Set(Object.keys((schema as z.ZodObject).shape));
  const unknown = Object.keys(value).filter((name) => !known.has(name));
  const { data, error } = schema.safeParse(value);
  const problems = [
    ...unknown.map((name) => ({ ...partOf([name]), message: "unknown_name" })),
    ...(error?.issues ?? []).flatMap((issue) => {
      const path = issue.path.map(String);
      return issue.code === "unrecognized_keys"
        ? issue.keys.map((name) => ({ ...partOf([...path, name]), message: "unknown_name" }))
        : { ...partOf(path), message: messageOf(issue, value) };
    }),
  ];
  if (problems.length > 0) throw new ApiProblem("invalid", problems.slice(0, MAX_PROBLEMS));
  return data;
}

/** Returns the message for a missing field or a field of another type, where its schema has none. */
function messageOf({ code, path, message }: z.core.$ZodIssue, value: unknown): string {
  if (code !== "invalid_type") return message;
  const sent = path.reduce<unknown>((part, name) => (part as Record<PropertyKey, unknown> | null)?.[name], value);
  if (sent !== undefined) return "wrong_type";
  return /^[a-z_0-9]+$/.test(message) ? message : "missing";
}

const MAX_PROBLEMS = 50;
const MAX_NAME_LENGTH = 100;

const NO_PARAMETERS = z.object({});

/** Returns the query parameters, each at most once. */
export function queryOf({ query = NO_PARAMETERS }: Operation, params: URLSearchParams): unknown {
  const names = [...params.keys()];
  const partOf = ([name = ""]: string[]): PartProblem => ({
    parameter: cut(undamaged(name), MAX_NAME_LENGTH),
    message: "",
  });
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (names.length > MAX_PROBLEMS || twice !== undefined)
    throw new ApiProblem("invalid", [{ ...partOf([twice ?? ""]), message: "repeated" }]);
  const damaged = [...params].filter((pair) => pair.some(isDamaged));
  refuseDamaged(damaged.map(([name]) => partOf([name])));
  return read(query, valuesOf(query, [...params]), (path) => partOf(path.slice(-1)));
}

/** Collects the filters by own fields, whose names a schema does not know, under one name. */
function valuesOf(query: z.ZodType, params: [string, string][]): Record<string, unknown> {
  if (!(OWN_FILTERS in (query as z.ZodObject).shape)) return Object.fromEntries(params);
  const isOwn = ([name]: [string, string]) => OWN_PARAMETER.test(name);
  const own = Object.fromEntries(params.filter(isOwn));
  return { [OWN_FILTERS]: own, ...Object.fromEntries(params.filter((one) => !isOwn(one))) };
}

/** Returns the raw body and its parsed value. Operations without a body read none. */
export async function bodyOf(
  { body: schema, method }: Operation,
  request: ApiRequest,
): Promise<{ raw: string; body: unknown }> {
  if (!schema) return { raw: "", body: undefined };
  const bytes = await request.body();
  // An empty body is as good as an empty object.
  const type = request.header("content-type");
  if (bytes.length > 0 && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type ?? ""))
    throw new ApiProblem("body_not_json");
  const raw = bytes.toString();
  const value = bytes.length === 0 ? {} : parseJson(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new ApiProblem("body_malformed");
  const sent = value as Record<string, unknown>;
  const pointer = (path: string[]) => ({
    pointer: path
      .map((part) => `/${cut(undamaged(part), MAX_NAME_LENGTH).replaceAll("~", "~0").replaceAll("/", "~1")}`)
      .join(""),
    message: "",
  });
  refuseDamaged(damagedPlaces(value).map(pointer));
  const body = read(schema, sent, pointer) as Record<string, unknown>;
  // A PATCH contains only what it changes. Omitted fields stay, even where an empty field means "none".
  if (method !== "PATCH") return { raw, body };
  return {
    raw,
    body: Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(sent, name))),
  };
}

/** Throws `invalid` for damaged text before any schema runs, so that future fields are covered too. */
function refuseDamaged(parts: PartProblem[]): void {
  if (parts.length === 0) return;
  throw new ApiProblem(
    "invalid",
    parts.map((part) => ({ ...part, message: "text_damaged" })),
  );
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new ApiProblem("body_malformed");
  }
}
