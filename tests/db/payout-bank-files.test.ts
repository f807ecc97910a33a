import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import {
  loadBankFile,
  loadPayoutRows,
  makeBankFile,
  readBankFiles,
  readPaymentCode,
} from "~/domain/payouts/make-bank-file.server";
import { writePayoutCsv } from "~/domain/payouts/payout-csv";
import { writeWiseCsv } from "~/domain/payouts/wise-csv";
import { readStoredTemplate, requireWiseTemplate, saveWiseTemplate } from "~/domain/payouts/wise-template.server";
import { requireSecondApprover } from "~/domain/payouts/payer.server";
import { readRun } from "~/domain/payouts/read-run.server";
import { voidRun } from "~/domain/payouts/take-back-run.server";
import type { Scope } from "~/domain/shared/scope";
import { asAffiliate, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { IBANS, withPayer } from "../factories/payees";
import { approvedRun, draftRun, payableAffiliate, withPayerAccount } from "../factories/payouts";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let runId: string;

const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const rows = async (text: string, ...values: unknown[]) => (await db.ownerPool.query(text, values)).rows;
const make = () => owner((scope) => makeBankFile(scope, runId));
const load = async (fileId: string) => (await owner((scope) => loadBankFile(scope, { runId, fileId })))!;

beforeEach(async () => {
  db.at("2026-01-02T12:00:00Z");
  org = await createOrg(db.database);
  await withPayer(db.database, org);
  ada = await payableAffiliate(db.database, org, "Ada Müller");
  const bea = await payableAffiliate(db.database, org, "Bea", { iban: IBANS[2]! });
  for (const affiliate of [ada, bea]) await oneTimeDeal(db.database, org, affiliate);
  db.at("2026-03-10T12:00:00Z");
  runId = await draftRun(db.database, org);
  await approvedRun(db.database, org, runId);
});

describe("[PAY-11] the bank file of a run", () => {
  test("has a transfer to each affiliate, is stored encrypted, and has the same bytes every time", async () => {
    await expect(make()).rejects.toMatchObject({ code: "payer_account_missing" });
    await withPayerAccount(db.database, org);
    const id = await make();
    const { name, text } = await load(id);
    expect(name).toBe(`${runId.replaceAll("-", "")}.xml`);
    expect(text).toContain("<NbOfTxs>2</NbOfTxs>");
    expect(text).toContain("<CtrlSum>238.00</CtrlSum>");
    expect(text).toContain("<Nm>Ada Mueller</Nm>");
    expect(text).toContain(`<IBAN>${IBANS[0]}</IBAN>`);
    expect(text).toContain("<EndToEndId>AB-2026-0001</EndToEndId>");
    db.at("2026-03-12T12:00:00Z");
    expect((await load(id)).text).toBe(text);
    const [stored] = await rows("select sealed, sha256, count, amount from bank_file");
    expect(stored.sha256).toBe(createHash("sha256").update(text).digest("hex"));
    expect(stored).toMatchObject({ count: 2, amount: "23800" });
    for (const table of ["bank_file", "audit_log", "payout"]) {
      expect(JSON.stringify(await rows(`select * from ${table}`))).not.toMatch(/532013000|Nb[O]fTxs/);
    }
    expect((await owner((scope) => readRun(scope, runId)))!.state).toBe("sent");
    const entries = await rows(
      "select action, data ->> 'sha256' as sha256 from audit_log where action like '%bank_file'",
    );
    expect(entries.map(({ action, sha256 }) => [action, sha256])).toEqual([
      ["payout.make_bank_file", stored.sha256],
      ["payout.load_bank_file", stored.sha256],
      ["payout.load_bank_file", stored.sha256],
    ]);
  });

  test("is made once for each payout, also by two clicks at once; a new run has a new message id", async () => {
    await withPayerAccount(db.database, org);
    const both = await Promise.allSettled([make(), make()]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(make()).rejects.toMatchObject({ code: "bank_file_empty" });
    await owner((scope) => voidRun(scope, { runId, reason: "wrong day" }));
    await expect(make()).rejects.toMatchObject({ code: "run_state" });
    runId = await draftRun(db.database, org);
    await approvedRun(db.database, org, runId);
    await make();
    const ids = await rows("select distinct message_id from bank_file");
    expect(ids).toHaveLength(2);
  });

  test("leaves out whom a transfer does not reach, and says why", async () => {
    await withPayerAccount(db.database, org);
    await db.runJobs();
    await owner((scope) => eraseAffiliate(scope, ada.affiliateId, { name: ada.name, nobody: "Nobody" }));
    const { ready, unreachable } = await owner((scope) => readBankFiles(scope, runId));
    expect({ ready, unreachable }).toMatchObject({ ready: 1, unreachable: [{ problem: "transfer_account" }] });
    expect((await load(await make())).text).toContain("<NbOfTxs>1</NbOfTxs>");
  });

  test("is neither made nor read without re-authentication, nor by an affiliate or another organization", async () => {
    await withPayerAccount(db.database, org);
    const fileId = await make();
    const unproven = { ...org.owner.actor, isProven: false } as typeof org.owner.actor;
    for (const use of [
      (scope: Scope) => makeBankFile(scope, runId),
      (scope: Scope) => loadBankFile(scope, { runId, fileId }),
      (scope: Scope) => loadPayoutRows(scope, runId),
    ]) {
      const asked = db.database.withOrg(org.orgId, unproven, use as (scope: Scope) => Promise<unknown>);
      await expect(asked).rejects.toMatchObject({ code: "proof_required" });
      const own = asAffiliate(db.database, org, ada, use as (scope: Scope) => Promise<unknown>);
      await expect(own).rejects.toMatchObject({ code: "forbidden" });
    }
    const other = await createOrg(db.database);
    expect(await asOwner(db.database, other, (scope) => loadBankFile(scope, { runId, fileId }))).toBeNull();
  });

  test("one payout is a code for a banking app, which needs re-authentication", async () => {
    const [first] = await rows("select id from payout order by number");
    const read = (scope: Scope) => readPaymentCode(scope, { runId, payoutId: first.id });
    const shown = (await owner(read))!;
    expect(shown).toMatchObject({ number: "AB-2026-0001", amount: 119_00, problem: null });
    expect(shown.code!.split("\n")).toEqual(
      expect.arrayContaining(["BCD", "Ada Mueller", IBANS[0], "EUR119.00", "AB-2026-0001 Agency GmbH"]),
    );
    const unproven = { ...org.owner.actor, isProven: false } as typeof org.owner.actor;
    await expect(db.database.withOrg(org.orgId, unproven, read)).rejects.toMatchObject({ code: "proof_required" });
  });

  test("the open payouts as CSV have whole account numbers, and the download is recorded", async () => {
    const list = await owner((scope) => loadPayoutRows(scope, runId));
    const text = writePayoutCsv(list, (column) => column, "plain");
    expect(text).toContain(`AB-2026-0001,Ada Müller,Ada Müller,${IBANS[0]}`);
    expect(text).toContain("119.00,EUR");
    expect(await rows("select data ->> 'count' as count from audit_log where action = 'payout.load_list'")).toEqual([
      { count: "2" },
    ]);
  });

  test("a template of Wise is kept for later runs, with other settings; a broken one changes nothing", async () => {
    await expect(owner(requireWiseTemplate)).rejects.toMatchObject({ code: "payout_template_none" });
    const titles = "name,amount,targetCurrency,IBAN,color";
    expect(await owner((scope) => saveWiseTemplate(scope, `${titles}\r\nx,1,EUR,,`))).toEqual({
      titles,
      unknown: ["color"],
    });
    await expect(owner((scope) => saveWiseTemplate(scope, "name"))).rejects.toMatchObject({
      code: "payout_template_broken",
    });
    await owner((scope) => requireSecondApprover(scope, true));
    expect(await owner(readStoredTemplate)).toEqual({ titles, unknown: ["color"] });
    const text = await owner(async (scope) =>
      writeWiseCsv(await loadPayoutRows(scope, runId), await requireWiseTemplate(scope), "EUR"),
    );
    expect(text.split("\r\n")[1]).toBe(`Ada Müller,119.00,EUR,${IBANS[0]},`);
    const own = asAffiliate(db.database, org, ada, readStoredTemplate);
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
  });
});
