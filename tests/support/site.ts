import { once } from "node:events";
import http from "node:http";
import { afterAll, beforeAll } from "vitest";
import { ensureBuilt } from "../../cli/build.mjs";
import { freePort } from "../../cli/postgres/ports";
import { launch } from "../cli/program";
import { serve, TEST_APP_URL, TEST_SECRET, type TestDatabase } from "./database";
import { forKept, type OpenedDatabase } from "./opened-database";

export type Form = Record<string, string> | [name: string, value: string][];

export interface SiteRequest {
  /** GET, or POST with a form, unless given. */
  method?: string;
  headers?: Record<string, string>;
  form?: Form;
  /** Sent instead of a form. */
  body?: string | Buffer;
}

export interface SiteResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** The body as it arrived. */
  bytes: Buffer;
}

/** The program that serves the pages, in a child process. */
export interface Site {
  /** Public address, sent as the Host of requests. */
  appUrl: string;
  /** Port on 127.0.0.1. */
  port: number;
  /**
   * Sends a request without following redirects. Unlike `fetch` it can send a foreign Host and leaves the path
   * unchanged.
   */
  request(path: string, request?: SiteRequest): Promise<SiteResponse>;
  /** Returns the log so far. */
  log(): string;
  /** Stops the program and waits for its end. */
  stop(): Promise<void>;
}

/**
 * Starts the program on the database of this test file before its tests. Call it after useDatabase, and use its result
 * only inside tests.
 * @param variables environment variables that differ from the default; without any, a site of an earlier file is used
 */
export function useSite(db: TestDatabase, variables: Record<string, string> = {}): Site {
  const handle = {} as Site;
  const isDefault = Object.keys(variables).length === 0;
  const opened = isDefault ? serve(db) : undefined;
  beforeAll(async () => {
    Object.assign(handle, opened ? await keptSite(opened()) : await startSite(db, variables));
  }, 240_000);
  if (!isDefault) afterAll(() => handle.stop?.());
  return handle;
}

// A worker keeps the site of a database for its next file: starting takes a second, and the first pages are slow. Its
// settings concern only tests that use them: one proxy, and a receiver of webhooks that the operator trusts.
const KEPT_SETTINGS = { TRUST_PROXY: "1", WEBHOOK_ALLOWED_HOSTS: "http://127.0.0.1:9" };
const kept = new WeakMap<OpenedDatabase, Site & { hasEnded(): boolean }>();

/** Returns the site of a database, with an empty log. It ends with the database, or with this process. */
async function keptSite(opened: OpenedDatabase): Promise<Site> {
  let site = kept.get(opened);
  if (!site || site.hasEnded()) {
    const { ownerUrl, runtimeUrl } = opened.addresses;
    site = await startSite({ appUrl: forKept(runtimeUrl), ownerUrl: forKept(ownerUrl) }, KEPT_SETTINGS);
    kept.set(opened, site);
    opened.beforeClose = site.stop;
  }
  const { length } = site.log();
  const { log } = site;
  return { ...site, log: () => log().slice(length) };
}

/**
 * Starts the program on a database and waits until it is ready. The caller stops it.
 * @param variables environment variables that differ from the default
 */
export async function startSite(
  db: Pick<TestDatabase, "appUrl" | "ownerUrl">,
  variables: Record<string, string> = {},
): Promise<Site & { hasEnded(): boolean }> {
  await ensureBuilt({ web: true });
  const port = await freePort();
  const appUrl = variables["APP_URL"] ?? TEST_APP_URL;
  const child = launch(["serve"], {
    APP_MODE: "test",
    APP_URL: appUrl,
    PORT: String(port),
    SESSION_SECRET: TEST_SECRET,
    DATABASE_APP_URL: db.appUrl,
    DATABASE_URL: db.ownerUrl,
    TZ: process.env["TZ"] ?? "",
    ...variables,
  });
  let log = "";
  child.stderr!.on("data", (data: Buffer) => (log += data.toString()));
  const ended = once(child, "exit");
  await Promise.race([
    once(child.stdout!, "data"),
    ended.then(() => Promise.reject(new Error(`serve failed: ${log}`))),
  ]);
  return {
    appUrl,
    port,
    request: (path, request) => send(port, path, withForm(request), new URL(appUrl).host),
    log: () => log,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function withForm({ form, ...request }: SiteRequest = {}): SiteRequest {
  if (!form) return request;
  const type = { "Content-Type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams(form).toString();
  return { method: "POST", ...request, headers: { ...type, ...request.headers }, body };
}

function send(
  port: number,
  path: string,
  { method = "GET", headers = {}, body }: SiteRequest,
  host: string,
): Promise<SiteResponse> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, method, headers: { Host: host, ...headers } };
    const outgoing = http.request(options, (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on("data", (piece: Buffer) => pieces.push(piece));
      incoming.once("error", reject);
      incoming.once("end", () => {
        const bytes = Buffer.concat(pieces);
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text: bytes.toString(), bytes });
      });
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}
