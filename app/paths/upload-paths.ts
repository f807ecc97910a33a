import { importKinds } from "~/domain/imports/import-run";
import { paths } from "./paths";

const ANY = { kind: "kind", id: "id" };
/** Forms with a receipt, which may be a file. */
const RECEIPT_FORMS = [
  paths.commissions(),
  paths.payAll(),
  paths.commissionDialog(ANY, "receipt", ""),
  paths.transactionDialog(ANY, "receipt", ""),
].map((path) => new RegExp(`^${path.replace(/\bkind\/id\b/, "[^/]+/[^/]+")}$`));

/** Forms with an invoice of an affiliate. */
const INVOICE_FORMS = [paths.ownStatementPage("id"), paths.payoutInvoice("id", "id")].map(
  (path) => new RegExp(`^${path.replace(/\bid\b/g, "[^/]+")}$`),
);

/** Returns whether the form at a path may contain a file. */
export const takesFile = (path: string): boolean =>
  importKinds.some((kind) => paths.import(kind) === path) ||
  [...RECEIPT_FORMS, ...INVOICE_FORMS].some((form) => form.test(path));
