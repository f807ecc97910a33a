import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "../../cli/project-root";
import { TEST_SECRET, type TestDatabase } from "../support/database";

export interface WorkerProcess {
  pid: number;
  /** Returns the output so far. */
  output(): string;
  /** Sends a signal. Resolves with exit code, signal and duration when the process has ended. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<{ code: number | null; signal: string | null; ms: number }>;
}

/** Starts the worker command in a child process and waits until it is running. */
export async function startWorkerProcess(
  db: Pick<TestDatabase, "ownerUrl" | "appUrl">,
  webhooks: string,
): Promise<WorkerProcess> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "finderlohn-worker-"));
  const child = spawn(process.execPath, [path.join(projectRoot(), "build", "cli.mjs"), "worker"], {
    env: {
      ...process.env,
      SMTP_URL: "",
      APP_MODE: "test",
      APP_URL: "http://finderlohn.test",
      DATABASE_URL: db.ownerUrl,
      DATABASE_APP_URL: db.appUrl,
      SESSION_SECRET: TEST_SECRET,
      WEBHOOK_ALLOWED_HOSTS: webhooks,
      WORKER_CONCURRENCY: "3",
      DATA_DIR: dataDir,
      LOG_LEVEL: "info",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once("close", (code, signal) => {
      rmSync(dataDir, { recursive: true, force: true });
      resolve({ code, signal });
    });
  });
  const running = new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("worker is running")) resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
  });
  await Promise.race([running, ended]);
  if (child.exitCode !== null || !child.pid) throw new Error(`the worker did not start:\n${output}`);
  return {
    pid: child.pid,
    output: () => output,
    async end(signal) {
      const started = performance.now();
      child.kill(signal);
      return { ...(await ended), ms: performance.now() - started };
    },
  };
}
