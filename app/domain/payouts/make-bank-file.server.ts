import { createHash } from "node:crypto";
import { recordAudit } from "../audit/record-audit.server";
import { DomainError, type ErrorCode } from "../shared/errors";
import { recordId } from "../shared/fields";
import { fromDatabase, sum, toDatabase } from "../shared/money";
import { actingUser, requireProof, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { timeOrderedId } from "../shared/time-ordered-id.server";
import { writeBankFile, type Transfer } from "./bank-file";
import { heldPayouts } from "./held-payouts.server";
import { withoutMissingInvoice } from "./invoice-slot.server";
import { lockRun } from "./lock-run.server";
import { readPayer, readPayerAccount } from "./payer.server";
import { paymentCode } from "./payment-code";
import type { PayoutRow } from "./payout-csv";
import type { Statement } from "./statement";
import { checkPayment } from "./transfer";

/** An open payout with what a file says of it. */
export interface FilePayout extends PayoutRow {
  payoutId: string;
  bankFileId: string | null;
  /** Whether the affiliate objects to its credit note. */
  isHeld: boolean;
}

/**
 * Reads the open payouts of a run that wait for no invoice, with whole account numbers, by number. The account of an
 * erased affiliate is missing.
 */
async function readOpenPayouts(scope: Scope, runId: string): Promise<FilePayout[]> {
  const payouts = await scope.db.payout.findMany({
    where: { runId, state: "open", ...withoutMissingInvoice },
    orderBy: { number: "asc" },
    include: { affiliate: { select: { name: true, email: true } } },
  });
  const held = await heldPayouts(scope, runId);
  const ids = payouts.flatMap(({ accountId }) => accountId ?? []);
  const rows = await scope.db.payeeAccount.findMany({ where: { id: { in: ids } } });
  const accounts = new Map(rows.map((row) => [row.id, row]));
  return payouts.map((payout) => {
    const { payee, payer, number, currency, basis } = payout.statement as unknown as Statement;
    const account = payout.accountId === null ? undefined : accounts.get(payout.accountId);
    return {
      payoutId: payout.id,
      bankFileId: payout.bankFileId,
      isHeld: held.has(payout.id),
      id: number,
      affiliate: payout.affiliate.name,
      email: payout.affiliate.email,
      isBusiness: basis !== "private",
      account: account
        ? { name: account.holder, iban: scope.bankData.open(account.ibanSealed, account.keyId), bic: account.bic }
        : null,
      address: payee,
      amount: fromDatabase(payout.gross ?? 0n),
      currency,
      remittance: `${number} ${payer.name}`,
    };
  });
}

/** Why the bank file cannot have a payout, as a key of the `errors` texts; null if it can. */
function problemOf({ account, amount, currency, remittance, isHeld }: FilePayout): ErrorCode | null {
  if (isHeld) return "payout_objected";
  if (!account) return "transfer_account";
  try {
    checkPayment({ amount, currency, creditor: account, remittance });
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

/**
 * Makes the bank file of a run (PAY-11): one transfer for each open payout that a SEPA transfer reaches and that no
 * file has yet. The file is stored encrypted, and the run counts as sent. Returns its id. Throws `not_found`,
 * `run_state`, `payer_account_missing`, `payer_incomplete`, `bank_file_empty`, what `writeBankFile` throws,
 * `proof_required`, `forbidden`.
 */
export async function makeBankFile(scope: Scope, runId: string): Promise<string> {
  requireStaff(scope);
  requireProof(scope, "payout.make_bank_file");
  const run = await lockRun(scope, runId);
  if (run.state !== "approved" && run.state !== "sent") throw new DomainError("run_state");
  const payer = await readPayer(scope);
  const debtor = await readPayerAccount(scope);
  if (!debtor) throw new DomainError("payer_account_missing");
  const chosen = (await readOpenPayouts(scope, runId)).filter((one) => !one.bankFileId && problemOf(one) === null);
  if (chosen.length === 0) throw new DomainError("bank_file_empty");
  const earlier = await scope.db.bankFile.count({ where: { runId } });
  // 32 characters, and a number for the files after the first one.
  const messageId = runId.replaceAll("-", "") + (earlier > 0 ? `-${earlier + 1}` : "");
  const text = writeBankFile({
    messageId,
    createdAt: scope.now,
    executionDay: await scope.today(),
    debtor: { name: debtor.holder, iban: debtor.iban, bic: debtor.bic, address: payer.record },
    batchBooking: payer.batchBooking,
    transfers: chosen.map(transferOf),
  });
  const { sealed, keyId } = scope.bankData.seal(text);
  const id = timeOrderedId(scope.now.getTime());
  const sha256 = createHash("sha256").update(text).digest("hex");
  const amount = sum(chosen.map((one) => one.amount));
  const file = { id, runId, messageId, sealed, keyId, sha256, count: chosen.length, amount: toDatabase(amount) };
  await scope.db.bankFile.create({ data: { ...file, createdBy: actingUser(scope), createdAt: scope.now } });
  await scope.db.payout.updateMany({
    where: { id: { in: chosen.map(({ payoutId }) => payoutId) } },
    data: { bankFileId: id },
  });
  await scope.db.payoutRun.updateMany({
    where: { id: runId },
    data: { state: "sent", sentAt: run.sentAt ?? scope.now },
  });
  await recordAudit(scope, {
    action: "payout.make_bank_file",
    entity: "payout_run",
    entityId: runId,
    data: { message_id: messageId, sha256, count: chosen.length, amount, currency: run.currency },
  });
  return id;
}

const transferOf = ({ id, account, address, amount, currency, remittance }: FilePayout): Transfer => ({
  endToEndId: id,
  amount,
  currency,
  creditor: { ...account!, address },
  remittance,
});

/** The stored text of a bank file. */
export interface LoadedBankFile {
  name: string;
  text: string;
}

/**
 * Reads a bank file for a download, which is recorded with its checksum; null if not found. Throws `proof_required`,
 * `forbidden`.
 */
export async function loadBankFile(
  scope: Scope,
  { runId, fileId }: { runId: string; fileId: string },
): Promise<LoadedBankFile | null> {
  requireStaff(scope);
  requireProof(scope, "payout.load_bank_file");
  const ids = recordId.safeParse(fileId).success && recordId.safeParse(runId).success;
  const file = ids ? await scope.db.bankFile.findFirst({ where: { id: fileId, runId } }) : null;
  if (!file) return null;
  await recordAudit(scope, {
    action: "payout.load_bank_file",
    entity: "payout_run",
    entityId: runId,
    data: { message_id: file.messageId, sha256: file.sha256 },
  });
  return { name: `${file.messageId}.xml`, text: scope.bankData.open(file.sealed, file.keyId) };
}

/**
 * Reads the open payouts of a run for a file of another kind, with whole account numbers; the download is recorded.
 * Throws `not_found`, `run_state`, `proof_required`, `forbidden`.
 */
export async function loadPayoutRows(scope: Scope, runId: string): Promise<PayoutRow[]> {
  requireStaff(scope);
  requireProof(scope, "payout.load_list");
  const run = await lockRun(scope, runId);
  if (run.state !== "approved" && run.state !== "sent") throw new DomainError("run_state");
  const rows = await readOpenPayouts(scope, runId);
  await recordAudit(scope, {
    action: "payout.load_list",
    entity: "payout_run",
    entityId: runId,
    data: { count: rows.length, currency: run.currency },
  });
  return rows;
}

/** A transfer for a banking app to scan. */
export interface ScannedTransfer {
  number: string;
  affiliate: string;
  /** Minor units of EUR. */
  amount: number;
  /** The text of the payment code; null if no SEPA transfer reaches the account. */
  code: string | null;
  problem: ErrorCode | null;
}

/**
 * Reads the payment code of an open payout, which has a whole account number; showing it is recorded. Null if not
 * found. Throws `proof_required`, `forbidden`.
 */
export async function readPaymentCode(
  scope: Scope,
  { runId, payoutId }: { runId: string; payoutId: string },
): Promise<ScannedTransfer | null> {
  requireStaff(scope);
  requireProof(scope, "payout.load_list");
  if (!recordId.safeParse(runId).success) return null;
  const payout = (await readOpenPayouts(scope, runId)).find((one) => one.payoutId === payoutId);
  if (!payout) return null;
  const { id: number, affiliate, amount, currency, account: creditor, remittance } = payout;
  const problem = problemOf(payout);
  await recordAudit(scope, {
    action: "payout.load_list",
    entity: "payout_run",
    entityId: runId,
    data: { count: 1, currency, number },
  });
  const code = problem || !creditor ? null : paymentCode({ amount, currency, creditor, remittance });
  return { number, affiliate, amount, code, problem };
}

/** A bank file in the list of a run. */
export interface BankFileView {
  id: string;
  messageId: string;
  sha256: string;
  payouts: number;
  /** Minor units of EUR. */
  amount: number;
  /** ISO time. */
  createdAt: string;
}

/** What can be sent to the bank. */
export interface BankFiles {
  files: BankFileView[];
  /** Number of open payouts that the next file would have. */
  ready: number;
  /** Open payouts that no SEPA transfer reaches, with the reason. */
  unreachable: { name: string; problem: ErrorCode }[];
  hasAccount: boolean;
}

/** Reads the bank files of a run and what the next one would have. Throws `forbidden`. */
export async function readBankFiles(scope: Scope, runId: string): Promise<BankFiles> {
  requireStaff(scope);
  const files = await scope.db.bankFile.findMany({
    where: { runId },
    orderBy: { createdAt: "asc" },
    select: { id: true, messageId: true, sha256: true, count: true, amount: true, createdAt: true },
  });
  const waiting = (await readOpenPayouts(scope, runId)).filter(({ bankFileId }) => bankFileId === null);
  const unreachable = waiting.flatMap((one) => {
    const problem = problemOf(one);
    return problem ? [{ name: one.affiliate, problem }] : [];
  });
  return {
    files: files.map(({ count, amount, createdAt, ...file }) => ({
      ...file,
      payouts: count,
      amount: fromDatabase(amount),
      createdAt: createdAt.toISOString(),
    })),
    ready: waiting.length - unreachable.length,
    unreachable,
    hasAccount: (await readPayer(scope)).account !== null,
  };
}
