import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { listAudit } from "~/domain/audit/list-audit.server";
import { cancelPayout } from "~/domain/payouts/return-payout.server";
import { asOwner, createOrg } from "../factories/organizations";
import { IBANS } from "../factories/payees";
import { payoutWithStatement } from "../factories/payouts";
import { TEST_SECRET, useDatabase } from "../support/database";
import { run } from "./program";

const db = useDatabase();
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("[PAY-15] payouts documents lists what was issued, and writes files with these checksums", async () => {
  const org = await createOrg(db.database);
  const { payout_id: payoutId, payout_run_id: runId, document_id: noteId } = await payoutWithStatement(db, org);
  await asOwner(db.database, org, (scope) => cancelPayout(scope, { payoutId, reason: "Wrong address" }));
  const command = (...args: string[]) =>
    run(["payouts", "documents", "--org", org.orgId, ...args], {
      DATABASE_URL: db.ownerUrl,
      DATABASE_APP_URL: db.appUrl,
      SESSION_SECRET: TEST_SECRET,
    });
  const list = await command("--json");
  const rows: Record<string, string>[] = JSON.parse(list.stdout);
  expect(rows.map(({ kind, gross, state, cancels }) => [kind, gross, state, cancels]).sort()).toEqual([
    ["cancellation", "-119.00", "issued", rows.find(({ kind }) => kind === "credit_note")!["number"]],
    ["credit_note", "119.00", "canceled", null],
    ["statement", "119.00", "void", null],
  ]);
  expect(list.stdout).not.toContain(IBANS[0]);
  expect(JSON.parse((await command("--json", "--run", runId, "--to", "2020-01-01")).stdout)).toEqual([]);

  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "finderlohn-documents-"));
  try {
    for (const [id, format] of [
      [noteId, "pdf"],
      [noteId, "xml"],
      [payoutId, "pdf"],
    ] as const) {
      const out = path.join(folder, `${id}.${format}`);
      const wrote = await command("--document", id, "--format", format, "--out", out, "--json");
      const bytes = fs.readFileSync(out);
      expect([wrote.code, JSON.parse(wrote.stdout)]).toEqual([
        0,
        { document: id, format, file: out, bytes: bytes.length },
      ]);
      expect(sha256(bytes)).toBe(rows.find((row) => row["document"] === id)![`${format}_sha256`]);
      expect(fs.statSync(out).mode & 0o777).toBe(0o600);
    }
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
  expect((await command("--document", noteId, "--format", "xml")).stdout).toContain("CrossIndustryInvoice");
  const { rows: log } = await asOwner(db.database, org, (scope) => listAudit(scope, {}));
  expect(log.filter(({ action }) => action === "document.load").map(({ actor }) => actor.kind)).toEqual(
    Array(3).fill("operator"),
  );

  const other = await createOrg(db.database);
  for (const [args, said] of [
    [["--format", "csv"], "--format must be one of pdf, xml"],
    [["--from", "1.10.2026"], "--from must be a day"],
    [["--from", "2026-10-02", "--to", "2026-10-01"], "--to must not be before --from"],
    [["--out", "a.pdf"], "--out needs --document"],
    [["--document", noteId, "--json"], "--json needs --out"],
    [["--document", noteId, "--run", runId], "leave out --run"],
    [["--document", "nothing"], "no document with the id"],
    [["--document", noteId, "--org", other.orgId], "no document with the id"],
    [["--document", payoutId, "--format", "xml"], "a statement is a PDF only"],
  ] as const) {
    const wrong = await command(...args);
    expect([wrong.code, wrong.stdout, wrong.stderr]).toEqual([2, "", expect.stringContaining(said)]);
  }
});
