import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { paths } from "~/paths/paths";
import { openDatabase } from "~/platform/db/database.server";
import { simulatedEvent, signed } from "~/platform/stripe/simulator/events.server";
import { simulatedSecret } from "~/platform/stripe/simulator/open-simulator.server";
import { migrate } from "../../cli/migrate";
import { freePort, startEmbeddedPostgres, type EmbeddedPostgres } from "../../cli/postgres/embedded";
import { prepareDatabase } from "../../cli/runtime";
import { launch, runProcess } from "../cli/program";
import { texts } from "../e2e/support/texts";
import { createOrg } from "../factories/organizations";
import { signIn } from "../factories/people";
import { apiKey } from "../support/api";
import { copyCluster } from "../support/copied-cluster";
import { TEST_SECRET } from "../support/database";
import { textIn } from "../support/html";
import { memoryFolder } from "../support/memory-folder";
import { startSite, type Site } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

// A separate database server, as an operator has it, that is stopped, full or read-only. The tests check the response
// of each entry point, over HTTP and in separate processes, and their recovery.

let t: Awaited<ReturnType<typeof texts>>;
let folder: string;
let port: number;
let server: EmbeddedPostgres;
let urls: { ownerUrl: string; runtimeUrl: string };
let site: Site;
let visitor: Visitor;
let orgId: string;
let key: string;
let worker: ReturnType<typeof launch>;
let workerLog = "";

const startServer = () =>
  startEmbeddedPostgres({ dir: path.join(folder, "postgres"), port, samePort: true, fast: true });

const programEnv = () => ({
  APP_MODE: "test",
  APP_URL: site.appUrl,
  SESSION_SECRET: TEST_SECRET,
  DATA_DIR: folder,
  DATABASE_URL: urls.ownerUrl,
  DATABASE_APP_URL: urls.runtimeUrl,
});

beforeAll(async () => {
  t = await texts("de");
  folder = fs.mkdtempSync(path.join(memoryFolder(), "finderlohn-outage-"));
  fs.chmodSync(folder, 0o755);
  await copyCluster(path.join(folder, "postgres"));
  port = await freePort();
  server = await startServer();
  urls = await prepareDatabase(server, "outage");
  await migrate(urls);
  const database = openDatabase({ url: urls.runtimeUrl, secret: TEST_SECRET });
  const org = await createOrg(database);
  orgId = org.orgId;
  key = await apiKey({ database }, org);
  const session = await signIn(database, org.owner);
  await database.close();
  site = await startSite({ appUrl: urls.runtimeUrl, ownerUrl: urls.ownerUrl });
  visitor = await openVisitor(site, { language: "de", session });
  worker = launch(["worker"], programEnv());
  worker.stderr!.on("data", (data: Buffer) => (workerLog += data.toString()));
  await new Promise((resolve) => worker.stdout!.once("data", resolve));
}, 240_000);

afterAll(async () => {
  worker?.kill("SIGKILL");
  await site?.stop();
  await server?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

afterEach(async () => {
  await expect.poll(async () => (await visitor.get(paths.leads())).status, { timeout: 20_000 }).toBe(200);
});

async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new pg.Client(server.url("outage"));
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const stop = () => server.stop();
const start = async () => void (server = await startServer());
const endSessions = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'finderlohn_app'";
const exhaust = () => asSuperuser("alter role finderlohn_app connection limit 0", endSessions);
const relieve = () => asSuperuser("alter role finderlohn_app connection limit -1");
const forbidWriting = () =>
  asSuperuser("alter system set default_transaction_read_only = on", "select pg_reload_conf()", endSessions);
const allowWriting = () =>
  asSuperuser("set transaction_read_only = off", "alter system reset default_transaction_read_only").then(() =>
    asSuperuser("select pg_reload_conf()", endSessions),
  );

const lead = { company_name: "Nordwind GmbH", contact_person: "Ida", email: "ida@nordwind.example" };
const stripeEvent = () => {
  const event = simulatedEvent("invoice.paid", { id: "in_1", customer: "cus_1" } as { id: string }, new Date());
  const { payload, signature } = signed(event, simulatedSecret(TEST_SECRET));
  return site.request(paths.stripeEvents(), {
    method: "POST",
    body: payload,
    headers: { "Stripe-Signature": signature },
  });
};
const api = (method: string, body?: object) =>
  site.request("/api/v1/leads", {
    method,
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", "Accept-Language": "de" },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Common parts of all responses that ask to retry later. */
const patient = {
  status: 503,
  headers: expect.objectContaining({
    "retry-after": "5",
    "cache-control": expect.stringContaining("no-") as string,
  }) as object,
};
const notAvailable = () => t("site:unavailable.text");

describe.each([
  ["stopped", stop, start],
  ["out of connections", exhaust, relieve],
])("[OPS-02] a database that is %s", (_what, begin, end) => {
  test("pages, files, forms, the API, streams and Stripe get a retry response; the program recovers", async () => {
    await begin();
    try {
      const page = await visitor.get(paths.leads());
      expect(page).toMatchObject(patient);
      expect(textIn(page.text)).toContain(notAvailable());
      expect(textIn(page.text)).toContain(t("site:unavailable.title"));
      expect(await visitor.get(`${paths.leads()}.data`)).toMatchObject(patient);
      const file = await visitor.get(paths.export("leads"));
      expect(file).toMatchObject(patient);
      expect(textIn(file.text)).toContain(notAvailable());
      expect(await visitor.get(paths.archive())).toMatchObject(patient);
      const form = await visitor.post("/leads/new", lead);
      expect(form).toMatchObject(patient);
      expect(textIn(form.text)).toContain(notAvailable());
      const live = await visitor.get("/live", { Accept: "text/event-stream" });
      expect(live).toMatchObject(patient);
      // A signed-out user, and a form that counts attempts.
      const stranger = await openVisitor(site, { language: "de" });
      const signingIn = await stranger.post(paths.signIn(), {
        email: "ida@nordwind.example",
        password: "secret words",
      });
      expect(signingIn).toMatchObject(patient);
      expect(textIn(signingIn.text)).toContain(t("errors:unavailable"));
      expect(signingIn.text).toContain("ida@nordwind.example");

      const answer = await api("GET");
      expect(answer).toMatchObject(patient);
      expect(answer.headers["content-type"]).toContain("application/problem+json");
      expect(JSON.parse(answer.text)).toMatchObject({ status: 503, code: "unavailable" });
      expect(await stripeEvent()).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
      for (const probe of ["/readyz", "/healthz"]) expect((await site.request(probe)).status).toBe(503);

      const command = await runProcess(["commissions", "runs", "--org", orgId], programEnv());
      expect(command).toMatchObject({ code: 75, stdout: "" });
      expect(command.stderr).toMatch(/^finderlohn: the database [^\n]+\n$/);
    } finally {
      await end();
    }
    await expect.poll(async () => (await site.request("/readyz")).status, { timeout: 20_000 }).toBe(200);
    expect((await api("GET")).status).toBe(200);
    expect((await stripeEvent()).status).toBe(200);
  });
});

test("[OPS-02] with a read-only database reading continues, and writing requests get a retry response", async () => {
  await forbidWriting();
  try {
    // The open sessions have ended.
    await expect.poll(async () => (await visitor.get(paths.leads())).status).toBe(200);
    const form = await visitor.post("/leads/new", lead);
    expect(form).toMatchObject(patient);
    // The form keeps the entered values.
    expect(textIn(form.text)).toContain(t("errors:unavailable"));
    for (const typed of Object.values(lead)) expect(form.text).toContain(typed);
    expect(await visitor.get(paths.export("leads"))).toMatchObject(patient);
    expect(await api("POST", lead)).toMatchObject(patient);
    expect(await stripeEvent()).toMatchObject({ status: 503 });
  } finally {
    await allowWriting();
  }
  await expect.poll(async () => (await visitor.post("/leads/new", lead)).status).toBe(302);
});

test("[OPS-02] a worker logs once that the database is unavailable, and continues when it is back", async () => {
  workerLog = "";
  await stop();
  await new Promise((resolve) => setTimeout(resolve, 7_000));
  const lines = workerLog
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { msg: string; lane?: string });
  const said = lines
    .map(({ msg, lane }) => `${msg} ${lane ?? ""}`)
    .filter((line) => /worker start failed|idle database connection/.test(line));
  await start();
  expect(said.length).toBeGreaterThan(0);
  // One line per lane and kind, however often it was tried; the worker has two pools.
  expect(said.length - new Set(said).size, said.join("\n")).toBeLessThanOrEqual(1);
  await asSuperuser("select graphile_worker.add_job('aggregates.fold')");
  const client = new pg.Client(urls.ownerUrl);
  await client.connect();
  await expect
    .poll(async () => (await client.query("select 1 from graphile_worker._private_jobs")).rowCount, {
      timeout: 40_000,
    })
    .toBe(0);
  await client.end();
});
