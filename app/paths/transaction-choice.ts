import { paths } from "./paths";

// The query of the dialog with the receipts of several transactions.

/** The transactions by their ids, all that match the filter of the list, or those that an action has paid. */
const [PAYMENT, DEAL, ALL, PAID] = ["payment_id", "deal_id", "all", "paid"] as const;
/** The uploaded files that wait for their transaction. */
const FILE = "file";

/** Reads which transactions the dialog is opened for. */
export const transactionParams = (params: URLSearchParams) => ({
  ids: [...params.getAll(PAYMENT), ...params.getAll(DEAL)],
  all: params.get(ALL) === "1",
  paid: params.get(PAID),
});

/** Returns the path of the dialog for the transactions that an action has paid. */
export const receiptsOfPayment = (batchId: string): string => paths.severalReceipts({ [PAID]: batchId });

/** Reads the ids of the uploaded files. */
export const waitingFiles = (params: URLSearchParams): string[] => params.getAll(FILE);

/** Returns the path of the same dialog with these files. */
export function withFiles(search: string, files: readonly string[]): string {
  const params = new URLSearchParams(search);
  params.delete(FILE);
  for (const id of files) params.append(FILE, id);
  return paths.severalReceipts(`?${params}`);
}

/** Returns the path of the list behind the dialog. */
export function transactionsBehind(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of [PAYMENT, DEAL, ALL, PAID, FILE]) params.delete(name);
  return paths.transactions(params.size > 0 ? `?${params}` : "");
}
