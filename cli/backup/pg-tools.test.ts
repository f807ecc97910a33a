import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { connectionEnvironment, findTool, outputOf, wantedVersion } from "./pg-tools";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "pg-tools-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Creates a folder with a program that runs the script. */
function withProgram(name: string, script: string, mode = 0o755): string {
  const made = fs.mkdtempSync(path.join(folder, "bin-"));
  fs.writeFileSync(path.join(made, name), `#!/bin/sh\n${script}\n`, { mode });
  return made;
}

const version = (text: string, mode?: number) => withProgram("pg_dump", `echo "${text}"`, mode);

test("[CLI-01] finds pg_dump of the server's version or the next newer one, never an older one", async () => {
  const [old, fitting, newer] = [
    version("pg_dump (PostgreSQL) 14.9"),
    version("pg_dump (PostgreSQL) 16.2 (Debian 16.2-1)"),
    version("pg_dump (PostgreSQL) 18beta1"),
  ];
  const others = [version("something else 99"), version("pg_dump (PostgreSQL) 17.0", 0o644), "/nowhere"];
  const all = [newer, ...others, old, fitting];
  expect(await findTool("pg_dump", 16, undefined, all)).toEqual({
    file: path.join(fitting, "pg_dump"),
    major: 16,
  });
  expect(await findTool("pg_dump", 17, undefined, all)).toEqual({
    file: path.join(newer, "pg_dump"),
    major: 18,
  });
  expect(await findTool("pg_dump", 19, undefined, all)).toBeNull();
  // Servers before 17 do not know a setting that pg_restore uses since 17.
  expect(await findTool("pg_dump", 16, undefined, [newer])).toBeNull();
  expect(await findTool("pg_dump", 16, 18, all)).toBeNull();
  expect(wantedVersion(15, 16)).toBe(16);
  expect(await findTool("pg_restore", 15, undefined, all)).toBeNull();
});

test("[CLI-01] passes connection and password to the program in its environment", () => {
  expect(connectionEnvironment("postgresql://o%40x:p%2Fw@[::1]:6432/my%20db?sslmode=no-verify")).toMatchObject({
    PGHOST: "::1",
    PGPORT: "6432",
    PGUSER: "o@x",
    PGPASSWORD: "p/w",
    PGDATABASE: "my db",
    PGSSLMODE: "require",
  });
  expect(connectionEnvironment("postgresql://o:x@localhost/db?host=/run/pg")).toMatchObject({
    PGHOST: "/run/pg",
    PGPORT: "5432",
  });
});

test("[CLI-01] aborts the backup with the program's error, and keeps the password out of its arguments", async () => {
  const bin = withProgram("pg_dump", `echo part; echo "pg_dump: error: no $PGDATABASE with $*" >&2; exit 1`);
  const tool = { file: path.join(bin, "pg_dump"), major: 18 };
  const read = async () => {
    for await (const piece of outputOf(tool, ["-Fc"], "postgresql://o:secret@localhost/db")) void piece;
  };
  await expect(read()).rejects.toThrow(/^pg_dump failed: no db with -Fc$/);
});
