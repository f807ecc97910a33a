import { importKinds } from "~/domain/imports/import-run";
import { paths } from "./paths";

const ANY = { kind: "kind", id: "id" };
/** Forms with a receipt, which may be a file. */
const RECEIPT_FORMS = [
  paths.payAll(),
  paths.severalReceipts(),
  paths.commissionDialog(ANY, "receipt", ""),
  paths.transactionDialog(ANY, "receipt", ""),
].map((path) => new RegExp(`^${path.replace(/\bkind\/id\b/, "[^/]+/[^/]+")}$`));

/** Forms with an invoice of an affiliate. */
const INVOICE_FORMS = [paths.ownStatementPage("id"), paths.payoutInvoice("id", "id")].map(
  (path) => new RegExp(`^${path.replace(/\bid\b/g, "[^/]+")}$`),
);

/** Pages with the conversation about a lead. */
const CONVERSATIONS = [
  paths.lead("id"),
  paths.deal("id"),
  paths.ownLead("id"),
  paths.ownDeal("id"),
  paths.ownEarningsDeal("id"),
].map((path) => new RegExp(`^${path.replace(/\bid\b/, "[\\da-f-]{36}")}$`, "i"));

/** Returns whether the form at a path may contain a file. */
export const takesFile = (path: string): boolean =>
  importKinds.some((kind) => paths.import(kind) === path) ||
  [...RECEIPT_FORMS, ...INVOICE_FORMS, ...CONVERSATIONS].some((form) => form.test(path));
