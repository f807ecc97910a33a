import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { runAs, serverAccount } from "../../cli/postgres/account";
import { freePort } from "../../cli/postgres/ports";

// A server from the machine's PostgreSQL packages, for features that the embedded one lacks.

const FOLDER = "/usr/lib/postgresql";
const OLDEST = 15;

/** Returns the newest installed version with server and dump programs; null if there is none. */
export function localVersion(): { major: number; bin: string } | null {
  const versions = (fs.existsSync(FOLDER) ? fs.readdirSync(FOLDER) : []).map(Number).sort((a, b) => b - a);
  for (const major of versions) {
    const bin = path.join(FOLDER, String(major), "bin");
    const hasAll = ["initdb", "pg_ctl", "pg_dump", "pg_restore"].every((name) => fs.existsSync(path.join(bin, name)));
    if (major >= OLDEST && hasAll) return { major, bin };
  }
  return null;
}

/** Starts an empty server. `stop` removes it with its files. */
export async function startLocalServer({ bin }: { bin: string }) {
  const account = serverAccount();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "finderlohn-server-"));
  if (account) fs.chownSync(folder, account.uid, account.gid);
  const data = path.join(folder, "data");
  const port = await freePort();
  const password = path.join(folder, "password");
  fs.writeFileSync(password, "a password of the tests", { mode: 0o600 });
  if (account) fs.chownSync(password, account.uid, account.gid);
  await runAs(account, path.join(bin, "initdb"), [
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "scram-sha-256",
    `--pwfile=${password}`,
    "-E",
    "UTF8",
    "-N",
  ]);
  const control = (...args: string[]) =>
    promisify(execFile)(path.join(bin, "pg_ctl"), ["-D", data, "-w", ...args], {
      ...account,
      cwd: "/",
      timeout: 60_000,
    });
  const options = `-p ${port} -k ${folder} -c fsync=off -c listen_addresses=127.0.0.1`;
  await control("-l", path.join(folder, "log"), "-o", options, "start");
  const url = (database: string) =>
    `postgresql://postgres:${encodeURIComponent("a password of the tests")}@127.0.0.1:${port}/${database}`;
  return {
    url,
    async stop() {
      await control("-m", "immediate", "stop");
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
