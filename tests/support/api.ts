import { randomUUID } from "node:crypto";
import type { AddressInfo, Server } from "node:net";
import express from "express";
import { afterAll, beforeAll, expect } from "vitest";
import { createApiKey } from "~/domain/api-keys/create-api-key.server";
import { API_ROOT } from "~/server/api/operation";
import { apiProblems, domainProblems } from "~/server/api/problem.server";
import { apiRoutes } from "../../cli/http/api";
import { formsOnly } from "../../cli/http/forms";
import { originCheck } from "../../cli/http/security";
import { asOwner, type Org } from "../factories/organizations";
import { TEST_APP_URL, TEST_SECRET, type TestDatabase } from "./database";

/** Words of the UI, which API texts must not contain. */
export const ON_SCREENS =
  /\b(?:the page|screen|button|click|choose|select|enter|fill in|under (?:Transactions|Commissions))\b/i;

export interface Reply {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the bytes of a file; null without a body. */
  // Tests read responses of all shapes.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

export interface Sent {
  key?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

export type Api = (method: string, path: string, sent?: Sent) => Promise<Reply>;

/** Returns texts and bytes as they are, and everything else as JSON. */
const bytesOf = (body: unknown) =>
  typeof body === "string" || body instanceof Uint8Array
    ? (body as string | Uint8Array<ArrayBuffer>)
    : JSON.stringify(body);

/** Serves the API over HTTP like the web server: before the form and origin checks. */
export function useApi(db: TestDatabase): Api {
  let server: Server;
  beforeAll(() => {
    const app = express();
    app.use((_request, response, next) => {
      response.locals["requestId"] = randomUUID();
      next();
    });
    app.use(apiRoutes({ database: db.database, origin: TEST_APP_URL, secret: TEST_SECRET, files: db.context.files }));
    app.use(originCheck(TEST_APP_URL, true), formsOnly("session"));
    server = app.listen(0);
    // A test that computes longer than the default of 5 s would reuse a connection that is being closed.
    server.keepAliveTimeout = 60_000;
  });
  afterAll(() => void server.close());
  return async (method, path, { key = null, body, headers = {} } = {}) => {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${API_ROOT}${path}`, {
      method,
      headers: {
        ...(key !== null && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: bytesOf(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = answer.headers.get("Content-Type")?.includes("json");
    const read = bytes.length === 0 ? null : isJson ? JSON.parse(bytes.toString()) : bytes;
    if (answer.headers.get("Content-Type")?.startsWith("application/problem+json"))
      expect([...Object.keys(apiProblems), ...domainProblems], "the page of the API explains it").toContain(read.code);
    return { status: answer.status, headers: answer.headers, body: read };
  };
}

/** Creates an API key of an organization. `readsDocuments`: it may download the files of credit notes. */
export async function apiKey(
  db: Pick<TestDatabase, "database">,
  org: Org,
  access: "read" | "write" = "write",
  { readsDocuments = false } = {},
): Promise<string> {
  const input = { name: `Key ${randomUUID()}`, access, lifetime: "never" } as const;
  const made = await asOwner(db.database, org, (scope) =>
    createApiKey(scope, { ...input, ...(readsDocuments && { reads_documents: "yes" }) }),
  );
  return made.text;
}

/** Terms as the API is sent them. */
export const aTerms = { model: "rev_share", rev_share_percent: "10", currency: "EUR" };

/** Gives an affiliate other terms by the operation for several, and returns the id that undoes it. */
export async function termsBatch(api: ReturnType<typeof useApi>, key: string, affiliateId: string): Promise<string> {
  const body = { ...aTerms, rev_share_percent: "11", start_date: "2030-01-01", affiliate_ids: [affiliateId] };
  return (await api("POST", "/affiliates/terms", { key, body })).body.batch_id;
}
