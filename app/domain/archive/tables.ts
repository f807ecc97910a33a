import { columnsOf, OF_NO_LEAD, type ArchivedTable, type Derived } from "./archived-table";
import type { Model } from "./columns-of-models";
import { dealModels, dealsOfLeads } from "./deal-tables";
import { fieldModels } from "./field-tables";
import { leadModels } from "./lead-tables";
import { organizationModels } from "./organization-tables";
import { payoutModels } from "./payout-tables";

// Which columns of an organization's tables are in its data archive (OPS-05). Every column is decided here: a table or
// column added to prisma/schema.prisma does not compile until it is listed.

const bodyIsOfLeads = "body::jsonb #>> '{lead,id}' = any($2::uuid[]::text[])";

const models = {
  ...organizationModels,
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
      "org_id",
      "id",
      "affiliate_id",
      "version",
      "cadence",
      "rev_share_bp",
      "fixed_amount",
      "tiers",
      "currency",
      "due_when",
      "holding_days",
      "start_date",
      "status",
      "created_by",
      "created_at",
    ],
  }),
  StandardTerm: columnsOf<"StandardTerm">()({
    table: "standard_term",
    kept: [
      "org_id",
      "id",
      "version",
      "cadence",
      "rev_share_bp",
      "fixed_amount",
      "tiers",
      "currency",
      "due_when",
      "holding_days",
      "status",
      "created_by",
      "created_at",
    ],
  }),
  ...leadModels,
  ...fieldModels,
  ...dealModels,
  ...payoutModels,
  Notification: columnsOf<"Notification">()({
    table: "notification",
    kept: [
      "org_id",
      "id",
      "affiliate_id",
      "user_id",
      "type",
      "params",
      "subject_id",
      "read_at",
      "batch_id",
      "mail_at",
      "mail_begun_at",
      "mailed_at",
      "created_at",
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
    kept: ["org_id", "id", "url", "events", "failing_since", "disabled_at", "disabled_because", "updated_at"],
    secret: ["secret", "earlier_secrets"],
  }),
  WebhookDelivery: columnsOf<"WebhookDelivery">()({
    table: "webhook_delivery",
    kept: [
      "org_id",
      "id",
      "endpoint_id",
      "event",
      "body",
      "status",
      "attempts",
      "round_start",
      "next_attempt_at",
      "last_status",
      "last_error",
      "created_at",
      "delivered_at",
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
      "org_id",
      "id",
      "actor",
      "started_at",
      "failed",
      "is_running",
      "is_full",
      "created",
      "deals_filled",
      "deals_complete",
      "deals_without_affiliate",
      "deals_without_commission",
    ],
  }),
  ImportRun: columnsOf<"ImportRun">()({
    table: "import_run",
    kept: [
      "org_id",
      "id",
      "kind",
      "status",
      "file_name",
      "encoding",
      "header",
      "columns",
      "row_count",
      "position",
      "keeps_duplicates",
      "invites",
      "language",
      "created_by",
      "created_at",
      "finished_at",
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
    kept: ["org_id", "import_id", "number", "line", "cells", "outcome", "problems", "email", "record_id"],
    key: { import_id: "uuid", number: "int" },
    atOnce: 500,
    written: { in: ["cells", "email"], ofLeads: "record_id = any($2::uuid[])" },
  }),
  File: columnsOf<"File">()({
    table: "file",
    kept: ["org_id", "id", "kind", "name", "type", "size", "sha256", "state", "place", "created_by", "created_at"],
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
