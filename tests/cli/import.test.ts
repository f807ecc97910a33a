import { spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { ensureBuilt } from "../../cli/build.mjs";
import { SAMPLE_ID } from "../../cli/examples";
import { activeAffiliate, agency, withTerms } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import type { Org } from "../factories/organizations";
import { untilBlocked, useDatabase } from "../support/database";
import { launch, run } from "./program";

const db = useDatabase();
let org: Org;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "import-"));
const excel = fileURLToPath(new URL("../fixtures/leads-excel-deutsch.csv", import.meta.url));

const imported = (...args: string[]) =>
  run(["import", ...args, "--org", org.orgId], { DATABASE_URL: db.ownerUrl, DATABASE_APP_URL: db.appUrl });
const count = async (table: "lead" | "affiliate" | "import_run") =>
  (await db.ownerPool.query(`select 1 from ${table} where org_id = $1`, [org.orgId])).rowCount;

function fileOf(name: string, ...lines: string[]): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, lines.join("\n"));
  return file;
}

beforeAll(async () => {
  await ensureBuilt({ web: false });
  ({ org } = await agency(db.database, { name: "Vogel Beratung" }));
}, 120_000);

it("[CLI-01] [API-04] a dry run shows what would be created and why rows are wrong, and stores nothing", async () => {
  const { code, stdout, stderr } = await imported("leads", excel, "--dry-run", "--json");
  expect(JSON.parse(stdout)).toEqual([{ ready: 3, wrong: 3, duplicate: 1 }]);
  expect(stderr.split("\n").slice(0, 5)).toEqual([
    "Read as Windows-1252 (Excel for Windows)",
    "1 row names an affiliate that is not known: Niemand",
    expect.stringMatching(/^line 6: .*email/i),
    expect.stringMatching(/^line 7: /),
    expect.stringMatching(/^line 9: /),
  ]);
  expect({ code, last: stderr.trimEnd().split("\n").at(-1) }).toEqual({
    code: 1,
    last: "finderlohn: 3 rows are wrong and were skipped",
  });
  expect([await count("lead"), await count("import_run")]).toEqual([0, 0]);
});

it("[CLI-02] rejects invalid UTF-8 in any argument in one line", () => {
  const line = [
    '"$0" "$1" export leads --org x --search "$(printf "caf\\355\\240\\275")"',
    process.execPath,
    "cli/bin.mjs",
  ];
  const { status, stderr } = spawnSync("sh", ["-c", ...line], { encoding: "utf8" });
  expect([status, stderr]).toEqual([2, "finderlohn: argument 6 is not valid UTF-8\n"]);
});

it("[CLI-01] [API-04] a dry run interrupted by Ctrl+C leaves nothing behind", async () => {
  // Blocks the checks of the rows.
  const other = await db.ownerPool.connect();
  await other.query("begin; lock table lead in access exclusive mode");
  const env = { DATABASE_URL: db.ownerUrl, DATABASE_APP_URL: db.appUrl };
  const child = launch(["import", "leads", excel, "--org", org.orgId, "--dry-run"], env);
  const ended = once(child, "close");
  await untilBlocked(db.ownerPool);
  expect(await count("import_run")).toBe(1);
  child.kill("SIGINT");
  await other.query("commit");
  other.release();
  expect(await ended).toEqual([130, null]);
  expect(await count("import_run")).toBe(0);
  expect(await db.runJobs()).toBeGreaterThan(0);
  expect(await count("import_run")).toBe(0);
});

it("[CLI-01] [API-04] creates the rows after confirmation, with a report; a worker may continue", async () => {
  const asked = await imported("leads", excel);
  expect(asked).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("Add --yes") });
  expect([await count("lead"), await count("import_run")]).toEqual([0, 0]);

  const report = path.join(folder, "report.csv");
  const { code, stdout } = await imported(
    "leads",
    excel,
    "--yes",
    "--duplicates",
    "create",
    "--report",
    report,
    "--language",
    "de",
  );
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: expect.stringMatching(/^created +wrong.* import\n4 +3 +0 +[0-9a-f-]{36}\n$/),
  });
  expect(await count("lead")).toBe(4);
  const lines = fs.readFileSync(report, "utf8").trimEnd().split("\r\n");
  expect(lines).toHaveLength(1 + 7);
  expect(lines[0]).toMatch(/Zeile,Ergebnis,Grund,E-Mail,ID$/);
  expect(lines[1]).toMatch(/^2,Angelegt,.*,[0-9a-f-]{36}$/);
  // Jobs left in the queue find everything done.
  await db.runJobs();
  expect(await count("lead")).toBe(4);
});

it("[CLI-01] [API-04] maps columns by option, and invites affiliates only on request", async () => {
  const file = fileOf("partner.csv", "Wer,Wohin", "Neu,neu@partner.example");
  const named = ["--map", "Wer=name", "--map", "Wohin=email", "--yes", "--invite"];
  const before = (await count("affiliate"))!;
  const { code, stdout, stderr } = await imported("affiliates", file, ...named, "--json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual([
    { created: 1, wrong: 0, duplicate: 0, import: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ]);
  expect(await count("affiliate")).toBe(before + 1);
  expect(await db.jobs("affiliate.invite")).toHaveLength(1);

  for (const [args, reason] of [
    [[file], /no column for name: .*the columns are Wer, Wohin/],
    [[file, "--map", "Wen=name"], /the file has no column "Wen"/],
    [[file, "--map", "Wer=Name"], /the field "Name" does not exist: the fields are name, email/],
    [[path.join(folder, "none.csv")], /does not exist/],
    [[fileOf("empty.csv", "")], /./],
  ] as const) {
    const refused = await imported("affiliates", ...args);
    expect({ args, ...refused }).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toMatch(reason);
    expect(refused.stderr).toMatch(/^finderlohn: [^\n]+\n$/);
  }
  expect(await count("import_run")).toBe(2);
});

it("[CLI-01] [API-04] names ignored columns and missing values", async () => {
  const file = fileOf(
    "left.csv",
    "Firma;Kontakt;E-Mail;Telefon;Status;Ort;PLZ",
    "A;K;left1@kunde.example;4,91512E+11;Gewonnen;Bonn;53111",
    "B;K;left2@kunde.example;1;neu;;",
  );
  const { code, stderr } = await imported("leads", file, "--dry-run");
  const said = stderr.split("\n");
  expect(code).toBe(0);
  expect(said.find((line) => line.includes("Ort and PLZ"))).toBeDefined();
  expect(said.filter((line) => /phone|status/i.test(line))).toHaveLength(2);
});

it("[CLI-01] [API-04] reads a file in the named encoding, and rejects it for a file that is unambiguous", async () => {
  // "Übung" in one encoding is "öbung" in another, which only a person can distinguish.
  const bytes = Buffer.from("Firma;Kontakt;E-Mail\n\x9abung;K;dos@kunde.example\n", "latin1");
  const file = path.join(folder, "dos.csv");
  fs.writeFileSync(file, bytes);
  const reads = async (...args: string[]) => {
    const report = path.join(folder, "read.csv");
    const { code, stderr } = await imported("leads", file, "--dry-run", "--report", report, ...args);
    return [code, stderr.split("\n")[0]];
  };
  expect(await reads("--encoding", "ibm850")).toEqual([0, "Read as IBM 850 (DOS)"]);
  expect(await reads("--encoding", "macintosh")).toEqual([0, "Read as Mac Roman (Excel for Mac)"]);
  const [, guessed] = await reads();
  expect(await reads("--encoding", "auto")).toEqual([0, guessed]);

  const created = await imported("leads", file, "--encoding", "ibm850", "--yes", "--json");
  expect(created.code).toBe(0);
  const { rows } = await db.ownerPool.query("select company_name from lead where email = 'dos@kunde.example'");
  expect(rows).toEqual([{ company_name: "Übung" }]);
  await undone(idIn(created.stdout), "--yes");

  const utf8 = fileOf("utf8.csv", "Firma;Kontakt;E-Mail", "Übung;K;utf8@kunde.example");
  const refused = await imported("leads", utf8, "--encoding", "windows-1252", "--dry-run");
  expect(refused).toEqual({
    code: 2,
    stdout: "",
    stderr: "finderlohn: the file is in UTF-8 and cannot be read in another encoding\n",
  });
  // ASCII is the same in every encoding.
  const ascii = fileOf("ascii.csv", "Firma;Kontakt;E-Mail", "Ubung;K;ascii@kunde.example");
  expect((await imported("leads", ascii, "--encoding", "windows-1252", "--dry-run")).code).toBe(0);
  expect((await imported("leads", ascii, "--encoding", "utf-7", "--dry-run")).code).toBe(2);
});

const undone = (id: string, ...args: string[]) => imported("undo", id, ...args);
const idIn = (stdout: string) => (JSON.parse(stdout) as [{ import: string }])[0].import;
const oneLine = (text: string | RegExp) => ({
  code: 2,
  stdout: "",
  stderr: expect.stringMatching(new RegExp(`^finderlohn: [^\\n]*${String(text)}[^\\n]*\\n$`)),
});

it("[CLI-01] [API-04] undoes a whole import; if a record is in use, only with --keep", async () => {
  const list = fileOf("undo.csv", "Firma;Kontakt;E-Mail", "A;K;a@undo.example", "B;K;b@undo.example");
  const before = await count("lead");
  const id = idIn((await imported("leads", list, "--yes", "--json")).stdout);
  const listed = await imported("list", "--json");
  expect(JSON.parse(listed.stdout)).toContainEqual(
    expect.objectContaining({ import: id, kind: "leads", status: "done", file: "undo.csv", rows: 2 }),
  );
  expect(await undone(id)).toMatchObject(oneLine("2 leads will be deleted. Add --yes"));
  expect((await undone(id, "--dry-run", "--json")).stdout).toBe(
    `${JSON.stringify([{ undone: 2, kept: 0 }], null, 2)}\n`,
  );

  await db.ownerPool.query("update lead set updated_at = updated_at + interval '1 s' where email = 'b@undo.example'");
  for (const args of [["--yes"], ["--dry-run"]])
    expect(await undone(id, ...args)).toMatchObject(oneLine("1 of 2 leads were changed or are in use"));
  expect(await count("lead")).toBe(before! + 2);
  const kept = await undone(id, "--keep", "--yes", "--json");
  expect([kept.code, JSON.parse(kept.stdout)]).toEqual([0, [{ undone: 1, kept: 1 }]]);
  expect(await count("lead")).toBe(before! + 1);
  expect(await undone(id, "--yes")).toMatchObject(oneLine("was already undone"));
  expect(await undone(SAMPLE_ID, "--yes")).toMatchObject(oneLine("no import with the id"));
  expect(await undone("x", "--yes")).toMatchObject(oneLine("no import with the id"));

  const partners = fileOf("undo-partner.csv", "Name;E-Mail", "P;p@undo.example");
  const third = idIn((await imported("affiliates", partners, "--yes", "--json")).stdout);
  expect(await undone(third, "--yes")).toMatchObject({ code: 0 });
  const { rows } = await db.ownerPool.query("select 1 from affiliate where email = 'p@undo.example'");
  expect(rows).toEqual([]);
});

it("[CLI-01] [API-04] names each unknown affiliate once, regardless of the number of rows", async () => {
  const rows = Array.from({ length: 30 }, (_, at) => `F${at};K;f${at}@kunde.example;wer${at % 3}@fremd.example`);
  const file = fileOf("unknown.csv", "Firma;Kontakt;E-Mail;Affiliate", ...rows, ";K;x;wer0@fremd.example");
  const { code, stdout, stderr } = await imported("leads", file, "--dry-run", "--json");
  expect([code, JSON.parse(stdout)]).toEqual([1, [{ ready: 0, wrong: 31, duplicate: 0 }]]);
  const [said, line, ...others] = stderr.split("\n");
  expect(said).toBe(
    "31 rows name affiliates that are not known: wer0@fremd.example, wer1@fremd.example, wer2@fremd.example",
  );
  expect(line).toMatch(/^line 32: .*Affiliate/);
  expect(others).toEqual(["finderlohn: 31 rows are wrong and were skipped", ""]);
});

it("[CLI-01] [PAY-18] records customers' payments of a file, and takes them back", async () => {
  const ada = await activeAffiliate(db.database, org, { name: "Ada" });
  await withTerms(db.database, org, ada, { due_when: "customer_paid" });
  const { id } = await oneTimeDeal(db.database, org, ada, { close_date: "2026-03-01" });
  const paidOn = async () =>
    (await db.ownerPool.query("select customer_paid_on::text as day from deal where id = $1", [id])).rows[0].day;
  const file = fileOf("paid.csv", "Deal ID,Valuta,Amount", `${id},2026-03-02,"1,000.00"`, "no-id,2026-03-02,");
  const dry = await imported("customer-payments", file, "--dry-run", "--json");
  expect([JSON.parse(dry.stdout), await paidOn()]).toEqual([[{ ready: 1, wrong: 1, duplicate: 0 }], null]);
  expect(dry.stderr).toContain("line 3: Deal ID: The company has no such deal, or no deal has this ID");
  expect(await imported("customer-payments", file)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("1 payments will be recorded; 1 wrong rows"),
  });
  const done = await imported("customer-payments", file, "--yes", "--json");
  const [{ created, import: importId }] = JSON.parse(done.stdout);
  expect([created, await paidOn()]).toEqual([1, "2026-03-02"]);
  const undone = await imported("undo", importId, "--yes", "--json");
  expect([JSON.parse(undone.stdout), await paidOn()]).toEqual([[{ undone: 1, kept: 0 }], null]);
});
