import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";

// The installed pg_dump and pg_restore. The package of the embedded server contains neither.

/** An installed PostgreSQL program. */
export interface PgTool {
  file: string;
  /** Major version. */
  major: number;
}

/** Folder of the versioned programs on Debian and Ubuntu, searched in addition to PATH. */
const VERSIONS_FOLDER = "/usr/lib/postgresql";

function toolFolders(): string[] {
  const versions = fs.existsSync(VERSIONS_FOLDER) ? fs.readdirSync(VERSIONS_FOLDER) : [];
  return [
    ...versions.map((version) => path.join(VERSIONS_FOLDER, version, "bin")),
    // Last, because Debian's wrapper in PATH may report one version and start another.
    ...(process.env["PATH"] ?? "").split(path.delimiter).filter(Boolean),
  ];
}

/** Since this version pg_restore uses a setting that older servers do not know (transaction_timeout). */
const OWN_SETTINGS = 17;

/** Returns the program version that works with a server and a dump; null if none does. */
export function wantedVersion(server: number, dump = server): number | null {
  const wanted = Math.max(server, dump);
  return server < OWN_SETTINGS && wanted >= OWN_SETTINGS ? null : wanted;
}

/**
 * Finds a program that works with a server of this major version: the same version or the next newer one. An even newer
 * one may write what the server cannot read. `dump` is the version that wrote the dump. Returns null if none is
 * installed.
 */
export async function findTool(
  name: "pg_dump" | "pg_restore",
  server: number,
  dump = server,
  folders = toolFolders(),
): Promise<PgTool | null> {
  const atLeast = wantedVersion(server, dump);
  if (atLeast === null) return null;
  const fits = (major: number) => major >= atLeast && (server >= OWN_SETTINGS || major < OWN_SETTINGS);
  const files = [...new Set(folders)].map((folder) => path.join(folder, name)).filter(isProgram);
  const found = await Promise.all(files.map(async (file) => ({ file, major: await majorOf(file) })));
  const fitting = found.filter((tool): tool is PgTool => tool.major !== null && fits(tool.major));
  return fitting.sort((one, other) => one.major - other.major)[0] ?? null;
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Returns null for a program that reports no version. */
async function majorOf(file: string): Promise<number | null> {
  try {
    const { stdout } = await promisify(execFile)(file, ["--version"], { timeout: 10_000 });
    const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
    return major === undefined ? null : Number(major);
  } catch {
    return null;
  }
}

/** Environment names of connection parameters. */
const PARAMETERS = { sslrootcert: "PGSSLROOTCERT", sslcert: "PGSSLCERT", sslkey: "PGSSLKEY" };

/**
 * Returns the environment for a connection. The password goes there, because other users can see a program's arguments.
 */
export function connectionEnvironment(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const sslmode = searchParams.get("sslmode") ?? (searchParams.get("ssl") === "true" ? "require" : null);
  const env: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    PGHOST: searchParams.get("host") ?? decodeURIComponent(hostname).replace(/^\[|\]$/g, ""),
    PGPORT: port || "5432",
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    // "no-verify" exists only in this app's driver.
    ...(sslmode && { PGSSLMODE: sslmode === "no-verify" ? "require" : sslmode }),
  };
  for (const [parameter, name] of Object.entries(PARAMETERS)) {
    const value = searchParams.get(parameter);
    if (value !== null) env[name] = value;
  }
  return env;
}

const MAX_STDERR = 10_000;

/**
 * Starts a program for a database. `ended` rejects with the program's error if it fails.
 * @param url connection string
 */
export function startTool(tool: PgTool, args: string[], url: string, input: "ignore" | "pipe" = "ignore") {
  const child = spawn(tool.file, args, {
    env: connectionEnvironment(url) as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv,
    stdio: [input, "pipe", "pipe"],
  });
  let complaint = "";
  child.stderr!.on("data", (data: Buffer) => {
    if (complaint.length < MAX_STDERR) complaint += data.toString();
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) return resolve();
      const line = complaint.split("\n").find((one) => one.trim()) ?? `exit code ${code}`;
      reject(new Error(`${path.basename(tool.file)} failed: ${line.replace(/^pg_\w+: (error: )?/, "")}`));
    });
  });
  // Prevents an unhandled rejection while the caller still waits for the output.
  ended.catch(() => {});
  return { child, ended, output: child.stdout as Readable };
}

/** Streams the output of a program, and stops the program if the consumer stops. Throws if the program fails. */
export async function* outputOf(tool: PgTool, args: string[], url: string): AsyncGenerator<Buffer> {
  const { child, ended, output } = startTool(tool, args, url);
  try {
    for await (const piece of output as AsyncIterable<Buffer>) yield piece;
    await ended;
  } finally {
    child.kill();
  }
}
