import { columnsOf } from "./archived-table";

/** Of payers and payees. */
const addressColumns = [
  ...(["legal_name", "street", "house_number", "postal_code", "town", "country", "vat_id"] as const),
  "tax_number",
] as const;

/** Columns of the tables of who pays, who is paid, and what was agreed; see tables.ts. */
export const payoutModels = {
  PayeeProfile: columnsOf<"PayeeProfile">()({
    table: "payee_profile",
    kept: [...addressColumns, "company", "org_id", "affiliate_id", "updated_at"],
    key: { affiliate_id: "uuid" },
  }),
  PayerProfile: columnsOf<"PayerProfile">()({
    table: "payer_profile",
    kept: [...addressColumns, "org_id", "id", "cadence", "pay_day", "minimum_amount", "created_at"],
  }),
  PayerAccount: columnsOf<"PayerAccount">()({
    table: "payer_account",
    kept: ["org_id", "id", "holder", "iban_country", "iban_end", "bic", "entered_by", "created_at"],
    secret: ["iban_sealed", "key_id", "iban_mark"],
  }),
  PayerSetting: columnsOf<"PayerSetting">()({
    table: "payer_setting",
    kept: [
      ...(["org_id", "id", "number_patterns", "vat_rates", "batch_booking", "second_approver"] as const),
      ...(["wise_titles", "created_at"] as const),
    ],
  }),
  DatevSetting: columnsOf<"DatevSetting">()({
    table: "datev_setting",
    kept: [
      ...(["org_id", "id", "adviser", "client", "fiscal_month", "account_length", "chart"] as const),
      ...(["expense_account", "bank_account", "created_at"] as const),
    ],
  }),
  PayeeTaxStatus: columnsOf<"PayeeTaxStatus">()({
    table: "payee_tax_status",
    kept: ["org_id", "affiliate_id", "begins_on", "status", "created_at"],
    key: { affiliate_id: "uuid", begins_on: "date" },
  }),
  PayeeAccount: columnsOf<"PayeeAccount">()({
    table: "payee_account",
    kept: [
      ...(["org_id", "id", "affiliate_id", "holder", "iban_country", "iban_end", "bic", "entered_by"] as const),
      ...(["created_at", "link_used_at", "effective_at", "confirmed_by"] as const),
      ...(["confirmed_note", "withdrawn_at"] as const),
    ],
    secret: ["iban_sealed", "key_id", "iban_mark", "token_hash", "token_expires_at"],
  }),
  PayoutRun: columnsOf<"PayoutRun">()({
    table: "payout_run",
    kept: [
      ...(["org_id", "id", "currency", "until", "state", "note", "created_by", "created_at"] as const),
      ...(["approved_by", "approved_at", "sent_at", "voided_at", "void_reason", "covers_all"] as const),
    ],
  }),
  ClaimSettlement: columnsOf<"ClaimSettlement">()({
    table: "claim_settlement",
    kept: [
      ...(["org_id", "id", "affiliate_id", "currency", "kind", "settled_on", "note", "net", "vat"] as const),
      ...(["gross", "created_by", "created_at"] as const),
    ],
  }),
  ClaimSettlementPart: columnsOf<"ClaimSettlementPart">()({
    table: "claim_settlement_part",
    kept: ["org_id", "settlement_id", "claim_id", "amount"],
    key: { settlement_id: "uuid", claim_id: "uuid" },
  }),
  Payout: columnsOf<"Payout">()({
    table: "payout",
    kept: [
      ...(["org_id", "id", "run_id", "affiliate_id", "state", "number", "net", "vat", "gross"] as const),
      ...([
        "account_id",
        "bank_file_id",
        "statement",
        "file_id",
        "paid_on",
        "batch_id",
        "returned_at",
        "return_reason",
        "withdrawn_at",
        "invoice_state",
      ] as const),
      "created_at",
    ],
    atOnce: 500,
  }),
  BankFile: columnsOf<"BankFile">()({
    table: "bank_file",
    kept: ["org_id", "id", "run_id", "message_id", "sha256", "count", "amount", "created_by", "created_at"],
    secret: ["sealed", "key_id"],
  }),
  // `content` names the affiliate, and is not in `written`: a document is kept as it was issued, also when they are
  // erased (GDPR Art. 17(3)(b); § 14b UStG, § 147 AO). The same holds for `payout.statement`.
  Document: columnsOf<"Document">()({
    table: "document",
    kept: [
      ...(["org_id", "id", "payout_id", "affiliate_id", "kind", "number", "issued_on", "cancels"] as const),
      ...(["currency", "net", "vat", "gross", "content", "kept_until", "created_at"] as const),
    ],
    atOnce: 500,
  }),
  DocumentFile: columnsOf<"DocumentFile">()({
    table: "document_file",
    kept: [
      ...(["org_id", "document_id", "affiliate_id", "pdf_sha256", "pdf_size", "xml_sha256", "xml_size"] as const),
      "created_at",
    ],
    key: { document_id: "uuid" },
    secret: ["pdf", "xml", "key_id"],
  }),
  Objection: columnsOf<"Objection">()({
    table: "objection",
    kept: [
      ...(["org_id", "id", "document_id", "affiliate_id", "reason", "state", "raised_at"] as const),
      ...(["answer", "answered_by", "answered_at"] as const),
    ],
  }),
  PayoutInvoice: columnsOf<"PayoutInvoice">()({
    table: "payout_invoice",
    kept: [
      ...(["org_id", "id", "payout_id", "affiliate_id", "state", "file_id", "is_read", "number"] as const),
      ...(["issued_on", "currency", "net", "vat", "gross", "entered_by", "created_at"] as const),
      ...(["statement", "decided_by", "decided_at", "reason"] as const),
    ],
  }),
  NumberCounter: columnsOf<"NumberCounter">()({
    table: "number_counter",
    kept: ["org_id", "series", "last"],
    key: { series: "text" },
  }),
  SelfBillingAgreement: columnsOf<"SelfBillingAgreement">()({
    table: "self_billing_agreement",
    kept: ["org_id", "id", "affiliate_id", "version", "language", "payer", "accepted_at", "withdrawn_at"],
  }),
  VatCheck: columnsOf<"VatCheck">()({
    table: "vat_check",
    kept: [
      ...(["org_id", "id", "affiliate_id", "vat_id", "requester_vat_id", "outcome", "request_id"] as const),
      ...(["name", "address", "problem", "attempt", "again_at", "checked_at"] as const),
    ],
  }),
};
