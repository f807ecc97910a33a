import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keepDocuments } from "~/platform/db/keep-documents.server";
import { createOrg, type Org } from "../factories/organizations";
import { approvedRun, simpleRun } from "../factories/payouts";
import { TEST_SECRET, useDatabase } from "../support/database";
import { unzip } from "../support/unzip";
import { run } from "./program";

const db = useDatabase();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "kept-"));
let org: Org;

const finderlohn = (...args: string[]) =>
  run(["documents", "kept", ...args], {
    DATABASE_URL: db.ownerUrl,
    DATABASE_APP_URL: db.appUrl,
    SESSION_SECRET: TEST_SECRET,
  });

beforeAll(async () => {
  org = await createOrg(db.database, { name: "Nordlicht" });
  await approvedRun(db.database, org, await simpleRun(db.database, org));
  await db.runJobs();
  await keepDocuments(db.ownerPool, org.orgId, db.database.now());
}, 120_000);

afterAll(() => fs.rmSync(folder, { recursive: true }));

it("[PAY-16] [CLI-01] lists kept documents by organization", async () => {
  const { code, stdout } = await finderlohn("--json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([
    { org_id: org.orgId, kind: "statement", number: expect.stringMatching(/^AB-/), pdf_sha256: null },
    { org_id: org.orgId, kind: "credit_note", number: expect.stringMatching(/^GU-/), kept_until: expect.any(String) },
  ]);
  expect(JSON.parse((await finderlohn("--json", "--org", randomUUID())).stdout)).toEqual([]);
}, 60_000);

it("[PAY-16] [CLI-01] writes the kept documents of an organization with checksums that sha256sum accepts", async () => {
  const out = path.join(folder, "kept.zip");
  const { code, stdout, stderr } = await finderlohn("--org", org.orgId, "--out", out, "--json");
  expect([code, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toMatchObject({ file: out, documents: 2 });
  const files = await unzip(fs.readFileSync(out));
  const names = [...files.keys()].map((name) => name.replace(/-\d{4}-0001/, ""));
  expect(names.sort()).toEqual([
    "SHA256SUMS",
    "documents/GU.json",
    "documents/GU.pdf",
    "documents/GU.xml",
    "statements/AB.json",
    "statements/AB.pdf",
  ]);
  for (const [name, bytes] of files) {
    fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), bytes);
  }
  execFileSync("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: folder });
  const { rows } = await db.ownerPool.query("select pdf_sha256 as pdf, xml_sha256 as xml from document_file");
  const hashes = [...files.values()].map((bytes) => createHash("sha256").update(bytes).digest("hex"));
  expect(hashes).toEqual(expect.arrayContaining([rows[0].pdf, rows[0].xml]));
}, 60_000);

it("[PAY-16] [CLI-01] rejects wrong options, other bytes, and an organization without kept documents", async () => {
  const out = path.join(folder, "no.zip");
  for (const [options, reason] of [
    [["--org", "x"], /"x" is not the id/],
    [["--out", out], /--out needs --org/],
    [["--org", randomUUID(), "--out", out], /no documents are kept/],
  ] as [string[], RegExp][]) {
    const { code, stderr } = await finderlohn(...options);
    expect([code, stderr]).toEqual([2, expect.stringMatching(reason)]);
  }
  await db.ownerPool.query("update kept_document set xml_sha256 = repeat('0', 64) where xml is not null");
  const { code, stderr } = await finderlohn("--org", org.orgId, "--out", out);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/differ from those that were issued/)]);
  expect(fs.existsSync(out)).toBe(false);
}, 60_000);
