import { columnsOf, OF_NO_LEAD, type ArchivedTable, type Derived } from "./archived-table";
import type { Model } from "./columns-of-models";
import { fieldModels } from "./field-tables";
import { leadModels } from "./lead-tables";
import { payoutModels } from "./payout-tables";

// Which columns of an organization's tables are in its data archive (OPS-05). Every column is decided here: a table or
// column added to prisma/schema.prisma does not compile until it is listed.

const dealsOfLeads = "select id from public.deal where org_id = $1 and lead_id = any($2::uuid[])";
const bodyIsOfLeads = "body::jsonb #>> '{lead,id}' = any($2::uuid[]::text[])";

/** Of a deal, and of each of its months. */
const dueColumns = [
  ...(["due_when", "holding_days", "customer_paid_on", "customer_paid_amount", "invoice_number"] as const),
  "invoiced_on",
] as const;

const models = {
  Organization: columnsOf<"Organization">()({
    table: "organization",
    kept: [
      ...(["org_id", "name", "time_zone", "default_currency", "trial_ends_at", "created_at"] as const),
      ...(["requires_factor", "setup_done_at", "setup_hidden_at", "subscription_status"] as const),
      ...(["subscription_ends_at", "subscription_cancels", "subscription_product_id"] as const),
      ...(["subscription_checked_at", "subscription_interval", "subscription_asked"] as const),
      ...(["subscription_answered", "subscription_asked_at", "kept_until"] as const),
      ...(["subscriptions_paid", "checkout_number", "checkout_plan"] as const),
      ...([
        "checkout_language",
        "checkout_at",
        "reply_to",
        "subscription_unpaid",
        "closed_at",
        "mail_budget",
        "allows_contact",
      ] as const),
    ],
    key: { org_id: "uuid" },
  }),
  Membership: columnsOf<"Membership">()({
    table: "membership",
    kept: ["org_id", "user_id", "role", "affiliate_id", "created_at"],
    key: { user_id: "uuid", role: "text" },
  }),
  MemberInvitation: columnsOf<"MemberInvitation">()({
    table: "member_invitation",
    kept: [
      ...(["org_id", "id", "email", "role", "created_by", "created_at", "sent_at"] as const),
      ...(["expires_at", "mailed_at", "accepted_at", "revoked_at", "refused_at"] as const),
    ],
    secret: ["token_hash"],
  }),
  ApiKey: columnsOf<"ApiKey">()({
    table: "api_key",
    kept: [
      ...(["org_id", "id", "name", "access", "tail", "created_by", "created_at", "expires_at"] as const),
      ...(["last_used_at", "revoked_at", "reads_documents"] as const),
    ],
    secret: ["hash"],
  }),
  DeletionWarning: columnsOf<"DeletionWarning">()({
    table: "deletion_warning",
    kept: ["org_id", "id", "user_id", "kept_until", "days", "created_at", "mailed_at"],
  }),
  Affiliate: columnsOf<"Affiliate">()({
    table: "affiliate",
    kept: [
      "org_id",
      "id",
      "name",
      "email",
      "status",
      "created_by",
      "created_at",
      "signed_in_at",
      "invited_at",
      "language",
      "document_code",
      "creditor_number",
      "creditor_name",
    ],
    derived: ["search", "name_key"],
  }),
  MergedAffiliate: columnsOf<"MergedAffiliate">()({
    table: "merged_affiliate",
    kept: ["org_id", "id", "affiliate_id", "former_user", "content", "merged_at"],
    derived: ["search"],
  }),
  AffiliateTerm: columnsOf<"AffiliateTerm">()({
    table: "affiliate_term",
    kept: [
      ...(["org_id", "id", "affiliate_id", "version", "cadence", "rev_share_bp", "fixed_amount"] as const),
      ...(["tiers", "currency", "due_when", "holding_days", "start_date", "status"] as const),
      ...(["created_by", "created_at"] as const),
    ],
  }),
  StandardTerm: columnsOf<"StandardTerm">()({
    table: "standard_term",
    kept: [
      ...(["org_id", "id", "version", "cadence", "rev_share_bp", "fixed_amount", "tiers", "currency"] as const),
      ...(["due_when", "holding_days", "status", "created_by", "created_at"] as const),
    ],
  }),
  ...leadModels,
  ...fieldModels,
  Deal: columnsOf<"Deal">()({
    table: "deal",
    kept: [
      ...(["org_id", "id", "lead_id", "affiliate_id", "term_id", "title", "deal_type", "amount"] as const),
      ...(["currency", "commission_amount", "commission_currency", "commission_trace"] as const),
      ...(["commission_paid", "payment_date", "receipt_url", "batch_id", "close_date", "mrr"] as const),
      ...(["contract_duration_months", "contract_start_date", "contract_end_date"] as const),
      ...(["ended_on", "end_reason", "end_note", "ended_amount", "end_batch_id", "commission_ended"] as const),
      ...dueColumns,
      ...(["source", "submission_id", "credited_to", "created_by", "created_at", "updated_at"] as const),
      ...(["payout_id", "payout_amount"] as const),
    ],
    derived: ["search", "due_on", "receipt_file"],
    written: { in: ["title", "end_note"], ofLeads: "lead_id = any($2::uuid[])" },
  }),
  CommissionPayment: columnsOf<"CommissionPayment">()({
    table: "commission_payment",
    kept: [
      ...(["org_id", "id", "deal_id", "affiliate_id", "amount", "currency", "period_start"] as const),
      ...(["status", "paid_date", "receipt_url", "batch_id", "payout_id", "payout_amount"] as const),
      ...dueColumns,
    ],
    derived: ["due_on", "receipt_file"],
    atOnce: 10_000,
  }),
  CommissionClaim: columnsOf<"CommissionClaim">()({
    table: "commission_claim",
    kept: [
      ...(["org_id", "id", "deal_id", "affiliate_id", "payment_id", "amount", "currency"] as const),
      ...(["period", "created_at", "payout_id", "settled_on", "settled_amount"] as const),
    ],
    derived: ["is_open"],
  }),
  ...payoutModels,
  Notification: columnsOf<"Notification">()({
    table: "notification",
    kept: [
      ...(["org_id", "id", "affiliate_id", "user_id", "type", "params", "subject_id", "read_at"] as const),
      ...(["batch_id", "mail_at", "mail_begun_at", "mailed_at", "created_at"] as const),
    ],
    written: {
      in: ["params"],
      // A notification about several lost leads names no lead; the batch refers to them.
      ofLeads: `(params ->> 'lead_id' = any($2::uuid[]::text[]) or params ->> 'deal_id' in (select id::text from public.deal where org_id = $1 and lead_id = any($2::uuid[]))
        or batch_id in (select batch_id from public.lead_status_change where org_id = $1 and lead_id = any($2::uuid[])))`,
    },
  }),
  MailChoice: columnsOf<"MailChoice">()({
    table: "mail_choice",
    kept: ["org_id", "id", "user_id", "affiliate_id", "muted"],
  }),
  SavedView: columnsOf<"SavedView">()({
    table: "saved_view",
    kept: ["org_id", "id", "list", "name", "query", "shared", "created_by", "created_at", "deleted_at"],
    // They may search for a person, or name one.
    written: { in: ["name", "query"], ofLeads: OF_NO_LEAD },
  }),
  DefaultView: columnsOf<"DefaultView">()({
    table: "default_view",
    kept: ["org_id", "user_id", "list", "view_id"],
    key: { user_id: "uuid", list: "text" },
  }),
  WebhookEndpoint: columnsOf<"WebhookEndpoint">()({
    table: "webhook_endpoint",
    kept: [
      ...(["org_id", "id", "url", "events", "failing_since", "disabled_at"] as const),
      ...(["disabled_because", "updated_at"] as const),
    ],
    secret: ["secret", "earlier_secrets"],
  }),
  WebhookDelivery: columnsOf<"WebhookDelivery">()({
    table: "webhook_delivery",
    kept: [
      ...(["org_id", "id", "endpoint_id", "event", "body", "status", "attempts", "round_start"] as const),
      ...(["next_attempt_at", "last_status", "last_error", "created_at", "delivered_at"] as const),
    ],
    atOnce: 500,
    written: { in: ["body", "last_error"], ofLeads: bodyIsOfLeads },
  }),
  WebhookAttempt: columnsOf<"WebhookAttempt">()({
    table: "webhook_attempt",
    kept: ["org_id", "id", "delivery_id", "at", "duration_ms", "status", "error", "response"],
    atOnce: 100,
    written: {
      in: ["error", "response"],
      ofLeads: `delivery_id in (select id from public.webhook_delivery where org_id = $1 and ${bodyIsOfLeads})`,
    },
  }),
  GenerationRun: columnsOf<"GenerationRun">()({
    table: "generation_run",
    kept: [
      ...(["org_id", "id", "actor", "started_at", "failed", "is_running", "is_full"] as const),
      ...(["created", "deals_filled"] as const),
      ...(["deals_complete", "deals_without_affiliate", "deals_without_commission"] as const),
    ],
  }),
  ImportRun: columnsOf<"ImportRun">()({
    table: "import_run",
    kept: [
      ...(["org_id", "id", "kind", "status", "file_name", "encoding", "header", "columns"] as const),
      "row_count",
      ...(["position", "keeps_duplicates", "invites", "language", "created_by"] as const),
      ...(["created_at", "finished_at"] as const),
    ],
    written: {
      in: ["file_name", "header"],
      // Before the import begins, the people in the file are unknown.
      ofLeads:
        "(finished_at is null or id in (select import_id from public.import_row where org_id = $1 and record_id = any($2::uuid[])))",
    },
  }),
  ImportRow: columnsOf<"ImportRow">()({
    table: "import_row",
    kept: [
      ...(["org_id", "import_id", "number", "line", "cells", "outcome", "problems", "email"] as const),
      "record_id",
    ],
    key: { import_id: "uuid", number: "int" },
    atOnce: 500,
    written: { in: ["cells", "email"], ofLeads: "record_id = any($2::uuid[])" },
  }),
  File: columnsOf<"File">()({
    table: "file",
    kept: [
      ...(["org_id", "id", "kind", "name", "type", "size", "sha256", "state", "place"] as const),
      ...(["created_by", "created_at"] as const),
    ],
    written: {
      in: ["name"],
      ofLeads: `id in (
        select receipt_file from public.deal where org_id = $1 and lead_id = any($2::uuid[])
        union all
        select receipt_file from public.commission_payment where org_id = $1 and deal_id in (${dealsOfLeads})
        union all
        select file_id from public.lead_note where org_id = $1 and lead_id = any($2::uuid[])
        union all
        select file_id from public.lead_message where org_id = $1 and lead_id = any($2::uuid[]))`,
    },
  }),
  // The archive has the files themselves (archive.server.ts).
  FilePiece: { table: "file_piece", derived: "whole" },
  // Hashes that recognize a repeated request for a day.
  ApiRequest: { table: "api_request", derived: "whole" },
  AuditEntry: columnsOf<"AuditEntry">()({
    table: "audit_log",
    kept: ["org_id", "id", "actor", "action", "entity", "entity_id", "data", "batch_id", "created_at"],
    written: {
      in: ["data"],
      ofLeads: `(entity_id = any($2::uuid[]) or entity_id in (${dealsOfLeads}))`,
    },
  }),
  StrangerMail: columnsOf<"StrangerMail">()({
    table: "stranger_mail",
    kept: ["org_id", "day", "sent", "waiting"],
    key: { day: "date" },
  }),
  // Deals that a generation run has to check.
  UncheckedDeal: { table: "unchecked_deal", derived: "whole" },
  // Counts and sums over the rows of other tables.
  Aggregate: { table: "aggregate", derived: "whole" },
} satisfies Record<Model, ArchivedTable | Derived>;

/** All tables of an organization, with what the data archive contains of each. */
export const tablesOfOrganization: (ArchivedTable | Derived)[] = Object.values(models);

/** The tables in a data archive. */
export const archivedTables: ArchivedTable[] = tablesOfOrganization.filter(
  (one): one is ArchivedTable => !("derived" in one),
);
