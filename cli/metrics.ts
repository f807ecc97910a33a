import type { RequestHandler } from "express";
import pg from "pg";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { log } from "~/platform/log.server";
import type { ChannelState } from "~/platform/realtime/listener.server";
import type { TakenPort } from "./http/port";

/** Metrics of the process for a Prometheus server. */
export interface Metrics {
  /** Measures all requests; `areas` are the first path parts of all routes. */
  requests(areas: ReadonlySet<string>): RequestHandler;
  /** Sets the source of the live figures, which is called at each scrape. */
  live(figures: () => LiveFigures): void;
  /** Records a finished job. */
  jobEnded(task: string, seconds: number, succeeded: boolean): void;
  close(): Promise<void>;
}

/** Number of streams to open pages, and the state of the listening connection. */
export interface LiveFigures {
  streams: number;
  listener: ChannelState;
}

interface QueueRow {
  task: string;
  waiting: string;
  running: string;
  failed: string;
  oldest: string | null;
}

/**
 * Serves `GET /metrics` in Prometheus' text format on a separate port for the operator. With the owner's URL it
 * includes the job queue, read at each scrape.
 */
export function startMetrics({ server, answerWith }: TakenPort, ownerUrl: string): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  const requests = new Histogram({
    name: "finderlohn_http_request_duration_seconds",
    help: "Completed requests",
    registers,
    // The area is the first path part of a known route, so visitors cannot create new labels.
    labelNames: ["area", "method", "status"],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  const jobs = new Histogram({
    name: "finderlohn_job_duration_seconds",
    help: "Finished jobs",
    registers,
    labelNames: ["task", "outcome"],
    buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300],
  });
  const owner = ownerUrl ? queueMetrics(registers, ownerUrl) : null;

  answerWith((request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("Not found\n");
      return;
    }
    register.metrics().then(
      (text) => response.writeHead(200, { "Content-Type": register.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, "metrics failed");
        response.writeHead(500).end();
      },
    );
  });

  return {
    requests: (areas) => (request, response, next) => {
      const measured = requests.startTimer({ area: areaOf(request.path, areas), method: request.method });
      response.once("finish", () => measured({ status: response.statusCode }));
      next();
    },
    live: (figures) => {
      new Gauge({
        name: "finderlohn_live_streams",
        help: "Open pages with a live stream",
        registers,
        collect() {
          this.set(figures().streams);
        },
      });
      new Gauge({
        name: "finderlohn_live_listener_up",
        help: "1 while database notifications are received",
        registers,
        collect() {
          this.set(figures().listener === "joined" ? 1 : 0);
        },
      });
    },
    jobEnded: (task, seconds, succeeded) =>
      jobs.observe({ task, outcome: succeeded ? "succeeded" : "failed" }, seconds),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await owner?.end();
    },
  };
}

function areaOf(path: string, areas: ReadonlySet<string>): string {
  const [, first = ""] = path.split("/", 2);
  const area = first.replace(/\.data$/, "");
  if (area === "" || area === "_root") return "home";
  return areas.has(area) ? area : "other";
}

/**
 * Registers gauges of the job queue and of the database's availability. Reading them never fails, because a failure is
 * a value too.
 */
function queueMetrics(registers: Registry[], ownerUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1, connectionTimeoutMillis: 3_000 });
  pool.on("error", () => {});
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `finderlohn_queue_${name}`, help, labelNames: ["task"], registers });
  const gauges = {
    waiting: gauge("waiting_jobs", "Jobs that are due and wait for a worker"),
    running: gauge("running_jobs", "Jobs held by a worker"),
    failed: gauge("failed_jobs", "Jobs that have failed permanently"),
    oldest: gauge("oldest_waiting_seconds", "Seconds that the oldest due job has waited"),
  };
  new Gauge({
    name: "finderlohn_database_up",
    help: "1 while the database responds",
    registers,
    async collect() {
      for (const each of Object.values(gauges)) each.reset();
      const rows = await readQueue(pool).catch((error: unknown) => {
        log.warn({ err: error }, "queue metrics failed");
        return null;
      });
      this.set(rows ? 1 : 0);
      for (const { task, ...figures } of rows ?? [])
        for (const [name, each] of Object.entries(gauges))
          each.set({ task }, Number(figures[name as keyof typeof figures] ?? 0));
    },
  });
  return pool;
}

async function readQueue(pool: pg.Pool): Promise<QueueRow[]> {
  const { rows } = await pool.query<QueueRow>(`
    with job as (
      select task_identifier as task, locked_at is not null as held, attempts >= max_attempts as ended, run_at
      from graphile_worker.jobs)
    select task, count(*) filter (where not held and not ended and run_at <= now()) as waiting,
      count(*) filter (where held) as running, count(*) filter (where ended and not held) as failed,
      extract(epoch from now() - min(run_at) filter (where not held and not ended and run_at <= now())) as oldest
    from job group by task`);
  return rows;
}
