import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs } from "@remix-run/node";
import { afterAll, beforeAll } from "vitest";
import { env, parseEnv } from "~/platform/env.server";
import { closeDatabase, sessionCookie } from "~/server/app-context.server";
import { signIn } from "../factories/people";
import { TEST_APP_URL, TEST_SECRET, type TestDatabase } from "./database";

/**
 * Connects the routes to the database of this test file. Call it after useDatabase.
 * @param variables environment variables that differ from the default
 */
export function useRoutes(db: TestDatabase, variables: () => Record<string, string> = () => ({})): void {
  beforeAll(() => {
    // Another file may have used the routes in this process before, so the cached environment is cleared.
    const read: Record<string, unknown> = env();
    for (const name of Object.keys(read)) delete read[name];
    const given = { APP_MODE: "test", APP_URL: TEST_APP_URL, SESSION_SECRET: TEST_SECRET, ...variables() };
    Object.assign(read, parseEnv({ ...process.env, ...given, DATABASE_APP_URL: db.appUrl }));
  });
  afterAll(closeDatabase);
}

/** Creates a session for a user and returns its cookie. */
export async function cookieOf(
  db: TestDatabase,
  person: { userId: string },
  options: Parameters<typeof signIn>[2] = {},
): Promise<string> {
  return (await sessionCookie().serialize(await signIn(db.database, person, options))).split(";")[0]!;
}

export interface Answer {
  status: number;
  /** Target of a redirect; null if there is none. */
  to: string | null;
  /** Data for the page of a form. */
  body: unknown;
  /** Names and values of the set cookies. */
  cookies: Record<string, string>;
  /** Seconds of the Retry-After header. */
  retryAfter?: string;
}

type Handler = (args: ActionFunctionArgs) => Promise<unknown>;

/** Posts a form to the action of a route, or calls its loader without `form`. */
export async function call(
  handler: Handler,
  path: string,
  {
    form,
    cookie,
    params = {},
    ip = "127.0.0.1",
    language = "en",
    agent,
  }: {
    /** A field with several values stands for check boxes. */
    form?: Record<string, string | string[]>;
    cookie?: string;
    params?: Record<string, string>;
    ip?: string;
    language?: string;
    /** User-Agent. */
    agent?: string;
  },
): Promise<Answer> {
  const request = new Request(new URL(path, TEST_APP_URL), {
    headers: {
      "Accept-Language": language,
      ...(cookie && { Cookie: cookie }),
      ...(agent && { "User-Agent": agent }),
    },
    ...(form && { method: "POST", body: new URLSearchParams(fieldsOf(form)) }),
  });
  const context = { nonce: "", requestId: randomUUID(), ip };
  return answerOf(await handler({ request, params, context }).catch(thrownResponse));
}

const fieldsOf = (form: Record<string, string | string[]>) =>
  Object.entries(form).flatMap(([name, values]) => [values].flat().map((value) => [name, value]));

function thrownResponse(thrown: unknown): Response {
  if (thrown instanceof Response) return thrown;
  throw thrown;
}

function answerOf(result: unknown): Answer {
  if (result instanceof Response) {
    const cookies = result.headers.getSetCookie().map((line) => line.split(";")[0]!.split("="));
    return {
      status: result.status,
      to: result.headers.get("Location"),
      body: null,
      cookies: Object.fromEntries(cookies.map(([name, ...value]) => [name!, value.join("=")])),
    };
  }
  const { data = result, init } = result as { data?: unknown; init?: ResponseInit | null };
  const retryAfter = new Headers(init?.headers).get("Retry-After");
  const answer = { status: init?.status ?? 200, to: null, body: data, cookies: {} };
  return retryAfter ? { ...answer, retryAfter } : answer;
}
