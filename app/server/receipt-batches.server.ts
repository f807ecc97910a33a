import type { TFunction } from "i18next";
import type { z } from "zod";
import type { Toast } from "~/browser/toast";
import { chooseTransactions, type TransactionChoice } from "~/domain/commissions/choose-transactions.server";
import type { CommissionFacts } from "~/domain/commissions/commission";
import {
  MAX_RECEIPT_FILES,
  type assignReceiptsSchema,
  type ReceiptBatch,
  type sharedReceiptSchema,
  type SkippedReceipt,
} from "~/domain/commissions/receipt-batch";
import { setReceipts } from "~/domain/commissions/set-receipts.server";
import { undoReceipts } from "~/domain/commissions/undo-receipts.server";
import { deleteFile } from "~/domain/files/delete-file.server";
import type { StoredFile } from "~/domain/files/file";
import { readFiles } from "~/domain/files/read-file.server";
import { receiptInFile } from "~/domain/files/receipt";
import { storeFile } from "~/domain/files/store-file.server";
import { isDamaged } from "~/domain/shared/damaged";
import { DomainError } from "~/domain/shared/errors";
import type { InScope, Scope } from "~/domain/shared/scope";
import { errorText } from "~/i18n/error-text";
import { paths } from "~/paths/paths";
import { transactionParams, transactionsBehind, waitingFiles, withFiles } from "~/paths/transaction-choice";
import type { FormHandler } from "./action.server";
import { files } from "./app-context.server";
import { resultToast, skippedLines } from "./batch-toasts.server";
import { RECEIPT_FILE, withReceipt } from "./files/take-receipt.server";
import { reasonOf } from "./form-reply.server";
import { transactionListParams } from "./list-params.server";
import { undoSeveral } from "./undo-button.server";
import type { UploadedFile } from "./upload.server";

type Handler<S extends z.ZodType> = FormHandler<"member", z.output<S>>;
type Words = Omit<Toast, "id">;

/** Reads the transactions that the dialog is opened for. Throws `too_many_transactions`, `forbidden`. */
export async function chosenTransactions(scope: Scope, params: URLSearchParams): Promise<CommissionFacts[]> {
  const { ids, all, paid } = transactionParams(params);
  const choice: TransactionChoice = all
    ? await transactionListParams(scope, params)
    : paid
      ? { batchId: paid }
      : { ids };
  return chooseTransactions(scope, choice);
}

/** Reads the uploaded files that the dialog is opened with, in their order. */
export async function filesOfDialog(scope: Scope, params: URLSearchParams): Promise<StoredFile[]> {
  const ids = [...new Set(waitingFiles(params))].slice(0, MAX_RECEIPT_FILES);
  const known = await readFiles(scope, ids);
  return ids.flatMap((id) => {
    const file = known.get(id);
    return file?.kind === "receipt" ? [file] : [];
  });
}

/** A file of the form that was not stored, with the text of its error. */
interface Rejected {
  name: string;
  reason: string;
}

/**
 * Stores the uploaded files and returns to the dialog, which assigns them. One that is rejected does not stop the
 * others. Nothing refers to them before that, so those that stay unassigned are deleted some days later.
 */
export const uploadReceipts = (url: URL): FormHandler<"member", unknown> => ({
  run: async (_, { inScope, file, t }) => {
    const before = await inScope((scope) => filesOfDialog(scope, url.searchParams));
    if (!file) throw new DomainError("files_required", {}, RECEIPT_FILE);
    const { stored, rejected } = await storeAll(inScope, file, { before, t });
    const added = stored.length - before.length;
    const count = { done: added, unchanged: 0, skipped: rejected.length };
    const toast = resultToast(count, {
      done: t("batches:receipts.uploaded", { count: added }),
      none: t("batches:receipts.none_uploaded"),
      unchanged: "",
      skipped: t("batches:receipts.rejected", { count: rejected.length }),
      lines: skippedLines(t, rejected, {
        nameOf: ({ name }) => name,
        because: ({ reason }) => reason,
        more: (more) => t("batches:receipts.more", { count: more }),
        gone: () => "",
      }),
    });
    const ids = stored.map(({ id }) => id);
    return { to: withFiles(url.search, ids), ...(rejected.length > 0 && { toast }) };
  },
});

async function storeAll(
  inScope: InScope,
  first: UploadedFile,
  { before, t }: { before: StoredFile[]; t: TFunction },
): Promise<{ stored: StoredFile[]; rejected: Rejected[] }> {
  const stored = [...before];
  const rejected: Rejected[] = [];
  for (let file: UploadedFile | null = first; file; file = await file.next()) {
    const { name, bytes } = file;
    if (isDamaged(name)) {
      rejected.push({ name, reason: t("errors:file_name_damaged") });
      continue;
    }
    try {
      if (stored.length === MAX_RECEIPT_FILES) throw new DomainError("too_many_files", { max: MAX_RECEIPT_FILES });
      const id = await storeFile(inScope, { kind: "receipt", name, bytes }, files().rules);
      const [added] = (await inScope((scope) => readFiles(scope, [id]))).values();
      if (!stored.some(({ sha256 }) => sha256 === added!.sha256)) stored.push(added!);
      else {
        await inScope((scope) => deleteFile(scope, id));
        rejected.push({ name, reason: t("batches:receipts.same") });
      }
    } catch (error) {
      const reason = error instanceof DomainError ? reasonOf(error) : undefined;
      if (!reason) throw error;
      rejected.push({ name, reason: errorText(t, `errors:${reason}`) });
    }
  }
  return { stored, rejected };
}

/** Stores the uploaded files as the receipts of the transactions chosen beside them. */
export const assignReceipts = (url: URL): Omit<Handler<typeof assignReceiptsSchema>, "schema"> => ({
  failed: "receipt_failed",
  run: async (pairs, { inScope, t }) => {
    const wanted = pairs.map(({ kind, id, fileId }) => ({ kind, id, receiptUrl: receiptInFile(fileId) }));
    const batch = await inScope((scope) => setReceipts(scope, wanted));
    return { to: transactionsBehind(url.search), toast: receiptsToast(batch, t) };
  },
});

/** Stores one receipt for all chosen transactions. */
export const shareReceipt = (url: URL): Omit<Handler<typeof sharedReceiptSchema>, "schema"> => ({
  failed: "receipt_failed",
  run: async ({ transactions, receiptUrl: entered }, { inScope, file, t }) => {
    const batch = await withReceipt(inScope, { file, receiptUrl: entered }, (receiptUrl) => {
      if (receiptUrl === null) throw new DomainError("receipt_required", {}, "receipt_url");
      return inScope((scope) =>
        setReceipts(
          scope,
          transactions.map((one) => ({ ...one, receiptUrl })),
        ),
      );
    });
    return { to: transactionsBehind(url.search), toast: receiptsToast(batch, t) };
  },
});

/** Undoes the last of these actions, and names the transactions that keep their receipt. */
export const undoReceiptsButton = undoSeveral(paths.transactions(), {
  undo: undoReceipts,
  failed: "batches:receipts.undo.failed",
  texts: ({ undone, kept }, t) => ({
    title: (what) => t(`batches:receipts.undo.${what}`, { count: undone }),
    kept: t("batches:receipts.skipped", { count: kept.length }),
    untold: false,
    lines: linesOf(kept, t),
  }),
});

function receiptsToast({ done, unchanged, skipped, batchId }: ReceiptBatch, t: TFunction): Words {
  const count = { done, unchanged, skipped: skipped.length };
  const toast = resultToast(count, {
    done: t("batches:receipts.done", { count: done }),
    none: t("batches:receipts.none_done"),
    unchanged: t("batches:receipts.unchanged", { count: unchanged }),
    skipped: t("batches:receipts.skipped", { count: skipped.length }),
    lines: linesOf(skipped, t),
  });
  return { ...toast, ...(batchId && { undo: { of: "receipts", batchId } }) };
}

/** Lists the unchanged transactions, each with the reason. */
const linesOf = (skipped: readonly SkippedReceipt[], t: TFunction): string[] =>
  skippedLines(t, skipped, {
    nameOf: ({ name }) => name,
    because: ({ code }) => t(`batches:receipts.because.${code}`, { count: 1 }),
    more: (count) => t("batches:receipts.more", { count }),
    gone: (count) => t("batches:receipts.because.not_found", { count }),
  });
