import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";

// pg_dump and pg_restore of the machine. The embedded server's package has neither.

/** One of PostgreSQL's programs on this machine. */
export interface PgTool {
  file: string;
  /** Its major version. */
  major: number;
}

/** Where Debian and Ubuntu keep the programs of each version, beside those in PATH. */
const VERSIONS_FOLDER = "/usr/lib/postgresql";

function toolFolders(): string[] {
  const versions = fs.existsSync(VERSIONS_FOLDER) ? fs.readdirSync(VERSIONS_FOLDER) : [];
  return [
    ...versions.map((version) => path.join(VERSIONS_FOLDER, version, "bin")),
    // After them, because what Debian has in PATH says one version and may start another.
    ...(process.env["PATH"] ?? "").split(path.delimiter).filter(Boolean),
  ];
}

/** From this version on pg_restore sets what servers before it do not know (transaction_timeout). */
const OWN_SETTINGS = 17;

/** The version that works with a server and with a dump of a version; null when there cannot be one. */
export function wantedVersion(server: number, dump = server): number | null {
  const wanted = Math.max(server, dump);
  return server < OWN_SETTINGS && wanted >= OWN_SETTINGS ? null : wanted;
}

/**
 * The program of a version that can work with a server of this major version: the same or the next newer one, because a
 * newer one may write what an older server does not understand. `dump`: the version of the program that made the dump.
 * Null when there is none.
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

/** Null for a program that does not say a version. */
async function majorOf(file: string): Promise<number | null> {
  try {
    const { stdout } = await promisify(execFile)(file, ["--version"], { timeout: 10_000 });
    const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
    return major === undefined ? null : Number(major);
  } catch {
    return null;
  }
}

/** The parameters of an address that the programs know under another name. */
const PARAMETERS = { sslrootcert: "PGSSLROOTCERT", sslcert: "PGSSLCERT", sslkey: "PGSSLKEY" };

/** Where the programs connect to. Their arguments are for everybody to see, so the password is in the environment. */
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
    // Only the driver of this program knows this one.
    ...(sslmode && { PGSSLMODE: sslmode === "no-verify" ? "require" : sslmode }),
  };
  for (const [parameter, name] of Object.entries(PARAMETERS)) {
    const value = searchParams.get(parameter);
    if (value !== null) env[name] = value;
  }
  return env;
}

const MOST_STDERR = 10_000;

/**
 * Starts a program on a database. `ended` rejects with its complaint when it fails.
 * @param url connection string
 */
export function startTool(tool: PgTool, args: string[], url: string, input: "ignore" | "pipe" = "ignore") {
  const child = spawn(tool.file, args, {
    env: connectionEnvironment(url) as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv,
    stdio: [input, "pipe", "pipe"],
  });
  let complaint = "";
  child.stderr!.on("data", (data: Buffer) => {
    if (complaint.length < MOST_STDERR) complaint += data.toString();
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) return resolve();
      const line = complaint.split("\n").find((one) => one.trim()) ?? `exit code ${code}`;
      reject(new Error(`${path.basename(tool.file)} failed: ${line.replace(/^pg_\w+: (error: )?/, "")}`));
    });
  });
  // Whoever waits for its output first hears of it later.
  ended.catch(() => {});
  return { child, ended, output: child.stdout as Readable };
}

/** What a program writes. It is ended when nobody takes it any more. Throws when it fails. */
export async function* outputOf(tool: PgTool, args: string[], url: string): AsyncGenerator<Buffer> {
  const { child, ended, output } = startTool(tool, args, url);
  try {
    for await (const piece of output as AsyncIterable<Buffer>) yield piece;
    await ended;
  } finally {
    child.kill();
  }
}
