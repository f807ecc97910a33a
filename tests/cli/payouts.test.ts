import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import { requireSecondApprover } from "~/domain/payouts/payer.server";
import type { Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { IBANS, withPayer } from "../factories/payees";
import { payableAffiliate, versionOfRun, withPayerAccount } from "../factories/payouts";
import { approveRun } from "~/domain/payouts/approve-run.server";
import { TEST_SECRET, useDatabase } from "../support/database";
import { run, type Outcome } from "./program";

const db = useDatabase({ each: true });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "finderlohn-payouts-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));
let org: Org;
let ada: Affiliate;
let bea: Affiliate;
let today: string;

beforeEach(async () => {
  org = await createOrg(db.database);
  // Commands run at the time of the machine.
  today = await asOwner(db.database, org, (scope) => scope.today());
  await withPayer(db.database, org);
  ada = await payableAffiliate(db.database, org, "Ada");
  bea = await payableAffiliate(db.database, org, "Bea", { iban: IBANS[2], tax_status: "small_business" });
  for (const affiliate of [ada, bea]) await oneTimeDeal(db.database, org, affiliate, { close_date: today });
  await db.ownerPool.query("update payee_profile set legal_name = null where affiliate_id = $1", [bea.affiliateId]);
});

const payouts = (...args: string[]) =>
  run(["payouts", args[0]!, "--org", org.orgId, ...args.slice(1)], {
    DATABASE_URL: db.ownerUrl,
    DATABASE_APP_URL: db.appUrl,
    SESSION_SECRET: TEST_SECRET,
  });
const rowsOf = ({ code, stdout, stderr }: Outcome) => {
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
};
const wanted = () => ["--currency", "eur", "--until", today, "--json"];
const rows = async (text: string) => (await db.ownerPool.query(text)).rows;
const create = async (...options: string[]) => rowsOf(await payouts("create", ...wanted(), ...options))[0];

test("[PAY-15] [PAY-05] previews a run and creates its draft, with the reason of everybody left out", async () => {
  const shown = { commissions: 1, net: "100.00", currency: "EUR", basis: "agreement", no_credit_note: null };
  expect(rowsOf(await payouts("preview", ...wanted()))).toEqual([
    {
      ...shown,
      affiliate: ada.affiliateId,
      name: "Ada",
      vat: "19.00",
      gross: "119.00",
      left_out: null,
      missing: null,
      payable: "yes",
    },
    {
      ...shown,
      affiliate: bea.affiliateId,
      name: "Bea",
      vat: "0.00",
      gross: "100.00",
      left_out: "profile_incomplete",
      missing: expect.stringContaining("name"),
      payable: "no",
    },
  ]);
  const planned = { run: null, payouts: 1, gross: "119.00", currency: "EUR", until: today };
  expect(await create("--dry-run")).toEqual(planned);
  for (const dryRun of [[], ["--dry-run"]])
    expect(await payouts("create", ...wanted(), "--affiliate", bea.affiliateId, ...dryRun)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("(run_not_ready)"),
    });
  expect(await rows("select 1 from payout_run")).toEqual([]);
  const created = await create("--note", `pay from ${IBANS[0]}`);
  expect(created).toEqual({ ...planned, run: expect.any(String) });
  expect(await rows("select id, state, note, created_by from payout_run")).toEqual([
    { id: created.run, state: "draft", note: "pay from …3000", created_by: null },
  ]);
  expect(rowsOf(await payouts("show", "--run", created.run, "--json"))).toMatchObject([
    { affiliate: ada.affiliateId, gross: "119.00", payable: "yes" },
  ]);
  // Nothing is left for another one.
  expect(await payouts("create", ...wanted())).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("(run_empty)"),
  });
  for (const [options, stderr] of [
    [["preview", "--currency", "EUR", "--until", "2099-12-31"], "(run_until_future)"],
    [["show", "--run", "1"], 'no payout run with the id "1"'],
    [["create", ...wanted(), "--note", "x".repeat(501)], "--note is too long"],
  ] as const)
    expect((await payouts(...options)).stderr).toContain(stderr);
});

test("[PAY-15] [PAY-06] approves what it has shown, once, and the log names the operator", async () => {
  const { run: id } = await create();
  const approve = (...options: string[]) => payouts("approve", "--run", id, "--json", ...options);
  expect(await approve()).toMatchObject({ code: 2, stderr: expect.stringContaining("Add --yes to confirm") });
  expect(rowsOf(await approve("--dry-run"))).toMatchObject([{ affiliate: ada.affiliateId, gross: "119.00" }]);
  expect(await rows("select state from payout")).toEqual([{ state: "draft" }]);
  const done = { run: id, approved: 1, gross: "119.00", currency: "EUR" };
  expect(rowsOf(await approve("--yes"))).toEqual([done]);
  expect(rowsOf(await approve("--yes"))).toEqual([{ ...done, approved: 0 }]);
  expect(rowsOf(await payouts("show", "--run", id, "--json"))).toMatchObject([
    { number: expect.stringMatching(/^AB-\d{4}-0001$/), state: "open", gross: "119.00", paid_on: null },
  ]);
  expect(rowsOf(await payouts("list", "--json"))).toMatchObject([{ run: id, state: "approved", payouts: 1 }]);
  expect(
    await rows("select actor, action from audit_log where action like 'payout.%' order by xmin::text::bigint"),
  ).toEqual([
    { actor: "operator", action: "payout.create" },
    { actor: "operator", action: "payout.approve" },
  ]);
});

test("[PAY-15] [PAY-06] leaves the approval to a member if a second member must approve", async () => {
  await asOwner(db.database, org, (scope) => requireSecondApprover(scope, true));
  const { run: id } = await create();
  expect(await payouts("approve", "--run", id, "--yes")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("(run_needs_member)"),
  });
  expect(await rows("select state from payout")).toEqual([{ state: "draft" }]);
  const max = await addMember(db.database, org);
  const version = await versionOfRun(db.database, org, id);
  expect(await db.database.withOrg(org.orgId, max.actor, (scope) => approveRun(scope, { runId: id, version }))).toBe(1);
});

test("[PAY-15] [PAY-11] makes the bank file once, writes it again with the same bytes, and names who is not in it", async () => {
  const place = path.join(folder, "transfers.xml");
  const { run: id } = await create();
  const file = (...options: string[]) => payouts("bank-file", "--run", id, ...options);
  expect(await file()).toMatchObject({ code: 1, stderr: expect.stringContaining("(run_state)") });
  rowsOf(await payouts("approve", "--run", id, "--yes", "--json"));
  expect((await file()).stderr).toContain("(payer_account_missing)");
  await withPayerAccount(db.database, org);
  const counts = { run: id, payouts: 1, unreachable: 0, earlier_files: 0 };
  expect(rowsOf(await file("--dry-run", "--json"))).toEqual([counts]);
  expect((await file("--again")).stderr).toContain("the run has no bank file yet");
  expect(await rows("select 1 from bank_file")).toEqual([]);
  const { stdout, code, stderr } = await file("--out", place, "--json");
  expect([code, stderr]).toEqual([0, ""]);
  const text = fs.readFileSync(place, "utf8");
  expect(text).toContain(`<IBAN>${IBANS[0]}</IBAN>`);
  expect(JSON.parse(stdout)).toEqual({
    run: id,
    file: place,
    bytes: Buffer.byteLength(text),
    message_id: id.replaceAll("-", ""),
  });
  expect(fs.statSync(place).mode & 0o777).toBe(0o600);
  expect(await file()).toMatchObject({ code: 1, stderr: expect.stringContaining("(bank_file_empty)") });
  expect(await file("--again")).toEqual({ code: 0, stderr: "", stdout: text });
  expect(rowsOf(await payouts("list", "--json"))).toMatchObject([{ state: "sent" }]);
  const entries = await rows("select actor, action, data from audit_log where action like '%bank_file' order by id");
  expect(entries.map(({ actor, action }) => `${actor} ${action}`).sort()).toEqual([
    "operator payout.load_bank_file",
    "operator payout.load_bank_file",
    "operator payout.make_bank_file",
  ]);
  expect(JSON.stringify(entries)).not.toContain(IBANS[0].slice(4));
  // Another run, to somebody without an account.
  await oneTimeDeal(db.database, org, ada, { close_date: today });
  const { run: next } = await create();
  rowsOf(await payouts("approve", "--run", next, "--yes", "--json"));
  // The account stays until the e-invoice has it.
  await db.runJobs();
  await asOwner(db.database, org, (scope) => eraseAffiliate(scope, ada.affiliateId, { name: "Ada", nobody: "Nobody" }));
  const none = await payouts("bank-file", "--run", next, "--dry-run", "--json");
  expect(JSON.parse(none.stdout)).toMatchObject([{ payouts: 0, unreachable: 1 }]);
  expect(none.stderr).toMatch(/^Note: not in the file: Nobody\. The account of Nobody cannot be used/);
});
