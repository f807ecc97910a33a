import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ensureBuilt } from "../../cli/build.mjs";
import { agency, type Affiliate } from "../factories/affiliates";
import type { Org } from "../factories/organizations";
import { TEST_SECRET, useDatabase } from "../support/database";
import { launch, run, runProcess } from "./program";

const db = useDatabase();
const home = fs.mkdtempSync(path.join(os.tmpdir(), "finderlohn-files-"));
let folder: string;
let org: Org;
let affiliate: Affiliate;

const env = () => ({ DATABASE_URL: db.ownerUrl, DATABASE_APP_URL: db.appUrl });
/** Matches a line on stderr that names the file or folder. */
const naming = (file: string, words: string) =>
  expect.stringMatching(
    new RegExp(`^finderlohn: [^\\n]*"${file.replaceAll(".", "\\.")}"[^\\n]*${words}[^\\n]*\\n$`),
  ) as string;

/** Returns every command that writes a file. */
const writers = (file: string): string[][] => [
  ["db", "backup", file],
  ["export", "leads", "--org", org.orgId, "--out", file],
  ["export", "archive", "--org", org.orgId, "--out", file],
  ["person", "export", "--org", org.orgId, "--email", affiliate.email, "--out", file],
  ["import", "leads", import.meta.filename, "--org", org.orgId, "--report", file],
];

beforeAll(async () => {
  await ensureBuilt({ web: false });
  ({ org, affiliate } = await agency(db.database));
}, 120_000);

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(home, "one-"));
});

afterAll(() => fs.rmSync(home, { recursive: true }));

describe("[CLI-02] an output file", () => {
  it("needs an existing folder and must not be one; otherwise the path is named before any work", async () => {
    for (const args of writers(path.join(folder, "none", "x.zip")))
      expect({ args, ...(await run(args, env())) }).toEqual({
        args,
        code: 2,
        stdout: "",
        stderr: naming(path.join(folder, "none"), "create it first"),
      });
    fs.mkdirSync(path.join(folder, "x.zip"));
    for (const args of writers(path.join(folder, "x.zip")))
      expect({ args, ...(await run(args, env())) }).toMatchObject({
        args,
        code: 2,
        stdout: "",
        stderr: naming(path.join(folder, "x.zip"), ""),
      });
    expect(fs.readdirSync(folder)).toEqual(["x.zip"]);
  });

  it("is not started beside an unfinished one, which is named with advice and kept", async () => {
    const part = path.join(folder, "x.zip.part");
    fs.writeFileSync(part, "of another");
    for (const args of writers(path.join(folder, "x.zip")))
      expect({ args, ...(await run(args, env())) }).toEqual({
        args,
        code: 2,
        stdout: "",
        stderr: naming(part, "1 MB, last written .* UTC.*delete it"),
      });
    expect(fs.readdirSync(folder)).toEqual(["x.zip.part"]);
    expect(fs.readFileSync(part, "utf8")).toBe("of another");
  });

  it("is written, and leftovers of a killed command are named", async () => {
    const [left, fresh, other] = ["yesterday.zip.part", "running.zip.part", "old.csv.part"].map((name) =>
      path.join(folder, name),
    ) as [string, string, string];
    for (const file of [left, fresh, other]) fs.writeFileSync(file, "x");
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
    for (const file of [left, other]) fs.utimesSync(file, yesterday, yesterday);
    const made = await run(["export", "archive", "--org", org.orgId, "--out", path.join(folder, "x.zip")], env());
    expect(made).toMatchObject({ code: 0, stdout: "" });
    expect(made.stderr).toMatch(/^Note: [^\n]*yesterday\.zip\.part"[^\n]*: delete it\n$/);
    expect(fs.readdirSync(folder).sort()).toEqual(
      ["old.csv.part", "running.zip.part", "x.zip", "yesterday.zip.part"].sort(),
    );
  });

  it("leaves nothing behind if its terminal is closed", async () => {
    const blocker = await db.ownerPool.connect();
    try {
      await blocker.query("begin; lock table lead in access exclusive mode");
      const file = path.join(folder, "x.zip");
      const child = launch(["db", "backup", file], env());
      await expect.poll(() => fs.existsSync(`${file}.part`), { timeout: 20_000 }).toBe(true);
      child.kill("SIGHUP");
      expect(await once(child, "close")).toEqual([129, null]);
      expect(fs.readdirSync(folder)).toEqual([]);
    } finally {
      await blocker.query("rollback");
      blocker.release();
    }
  }, 60_000);
});

it("[CLI-02] names an unreadable input file and its problem", async () => {
  const text = path.join(folder, "text.zip");
  fs.writeFileSync(text, "no ZIP");
  const part = path.join(folder, "x.zip.part");
  fs.writeFileSync(part, "PK half");
  const wrong: [string, string][] = [
    [path.join(folder, "none.zip"), ""],
    [folder, "is a folder"],
    [text, "is not a Finderlohn backup: it is not a ZIP file"],
    [part, "is incomplete: .* interrupted.* delete this one"],
  ];
  for (const [file, words] of wrong)
    expect({ file, ...(await run(["db", "restore", file, "--yes"], env())) }).toEqual({
      file,
      code: 2,
      stdout: "",
      stderr: naming(file, words),
    });
  expect(await run(["import", "leads", folder, "--org", org.orgId], env())).toMatchObject({
    code: 2,
    stderr: naming(folder, "is a folder"),
  });
});

it("[CLI-02] [OPS-01] names an unusable data folder and its setting", async () => {
  const file = path.join(folder, "file");
  fs.writeFileSync(file, "");
  const data = path.join(file, "data");
  // With and without the secret in it; neither creates a database there.
  for (const secret of [{}, { SESSION_SECRET: TEST_SECRET }] as Record<string, string>[])
    expect(await runProcess(["db", "migrate"], { DATA_DIR: data, ...secret })).toEqual({
      code: 2,
      stdout: "",
      stderr: naming(data, "has a parent that is a file, .* DATA_DIR"),
    });
  const short = path.join(folder, "data");
  fs.mkdirSync(short);
  fs.writeFileSync(path.join(short, "secret"), "short");
  expect(await runProcess(["db", "migrate"], { DATA_DIR: short })).toEqual({
    code: 2,
    stdout: "",
    stderr: naming(path.join(short, "secret"), "restore the previous file .* or delete it"),
  });
});
