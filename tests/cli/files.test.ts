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
/** A line on stderr that names the file or folder. */
const naming = (file: string, words: string) =>
  expect.stringMatching(
    new RegExp(`^finderlohn: [^\\n]*"${file.replaceAll(".", "\\.")}"[^\\n]*${words}[^\\n]*\\n$`),
  ) as string;

/** Every command that writes a file. */
const writers = (file: string): string[][] => [
  ["db", "backup", file, "--with", "copy"],
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

describe("[CLI-02] a file that a command is to write", () => {
  it("has a folder, and is none itself: else the place is named, before anything is done", async () => {
    for (const args of writers(path.join(folder, "none", "x.zip")))
      expect({ args, ...(await run(args, env())) }).toEqual({
        args,
        code: 2,
        stdout: "",
        stderr: naming(path.join(folder, "none"), "make it first"),
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

  it("is not begun beside an unfinished one, which is named with what to do, and kept", async () => {
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

  it("is written, and what a killed command has left in the folder is named", async () => {
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

  it("leaves nothing when its terminal is closed", async () => {
    const blocker = await db.ownerPool.connect();
    try {
      await blocker.query("begin; lock table lead in access exclusive mode");
      const file = path.join(folder, "x.zip");
      const child = launch(["db", "backup", file, "--with", "copy"], env());
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

it("[CLI-02] a file that a command is to read is named, with what is wrong with it", async () => {
  const text = path.join(folder, "text.zip");
  fs.writeFileSync(text, "no ZIP");
  const part = path.join(folder, "x.zip.part");
  fs.writeFileSync(part, "PK half");
  const wrong: [string, string][] = [
    [path.join(folder, "none.zip"), ""],
    [folder, "is a folder"],
    [text, "is no backup of Finderlohn: it is no ZIP file"],
    [part, "is not whole: .* interrupted.* delete this one"],
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

it("[CLI-02] [OPS-01] a data folder that cannot be used is named, with its setting", async () => {
  const file = path.join(folder, "file");
  fs.writeFileSync(file, "");
  const data = path.join(file, "data");
  // With and without the secret in it: neither makes a database there.
  for (const secret of [{}, { SESSION_SECRET: TEST_SECRET }] as Record<string, string>[])
    expect(await runProcess(["db", "migrate"], { DATA_DIR: data, ...secret })).toEqual({
      code: 2,
      stdout: "",
      stderr: naming(data, "leads through a file .* DATA_DIR"),
    });
  const short = path.join(folder, "data");
  fs.mkdirSync(short);
  fs.writeFileSync(path.join(short, "secret"), "short");
  expect(await runProcess(["db", "migrate"], { DATA_DIR: short })).toEqual({
    code: 2,
    stdout: "",
    stderr: naming(path.join(short, "secret"), "put back .* or delete it"),
  });
});
