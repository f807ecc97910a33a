import { contactFields } from "../leads/lead.schema";
import { namesOf } from "../shared/field-list";
import { columnsOf } from "./archived-table";

/** Leads and what belongs to them; see tables.ts. */
export const leadModels = {
  Lead: columnsOf<"Lead">()({
    table: "lead",
    kept: [
      "org_id",
      "id",
      "affiliate_id",
      ...namesOf(contactFields),
      "status",
      "source",
      "submission_id",
      "created_by",
      "created_at",
      "updated_at",
      "submitted_on",
      "qualified_on",
      "won_on",
      "lost_on",
    ],
    derived: ["search"],
    written: { in: ["notes"], ofLeads: "id = any($2::uuid[])" },
  }),
  LeadStatusChange: columnsOf<"LeadStatusChange">()({
    table: "lead_status_change",
    kept: [
      "org_id",
      "id",
      "lead_id",
      "affiliate_id",
      "from_status",
      "to_status",
      "reason",
      "actor",
      "batch_id",
      "created_at",
    ],
    written: { in: ["reason"], ofLeads: "lead_id = any($2::uuid[])" },
  }),
  LeadNote: columnsOf<"LeadNote">()({
    table: "lead_note",
    kept: ["org_id", "id", "lead_id", "text", "author", "file_id", "file_name", "step_on", "created_at"],
    atOnce: 500,
    written: { in: ["text", "file_name"], ofLeads: "lead_id = any($2::uuid[])" },
  }),
  LeadWork: columnsOf<"LeadWork">()({
    table: "lead_work",
    key: { lead_id: "uuid" },
    kept: ["org_id", "lead_id", "responsible", "next_step", "next_step_on"],
    // What an action has replaced is kept for minutes, to undo it; a person's erasure removes it at once.
    derived: ["status", "created_at", "step_batch", "earlier_step", "earlier_step_on"],
    written: { in: ["next_step"], ofLeads: "lead_id = any($2::uuid[])" },
  }),
  LeadMessage: columnsOf<"LeadMessage">()({
    table: "lead_message",
    kept: [
      "org_id",
      "id",
      "lead_id",
      "affiliate_id",
      "text",
      "author",
      "signed_by",
      "file_id",
      "file_name",
      "created_at",
    ],
    atOnce: 500,
    written: { in: ["text", "signed_by", "file_name"], ofLeads: "lead_id = any($2::uuid[])" },
  }),
  DeletedLead: columnsOf<"DeletedLead">()({
    table: "deleted_lead",
    kept: ["org_id", "id", "affiliate_id", "batch_id", "deleted_at"],
    // What was deleted is kept for minutes, to undo it and to tell others; a person's erasure removes it at once.
    derived: ["content", "files", "reason"],
  }),
  MergedLead: columnsOf<"MergedLead">()({
    table: "merged_lead",
    kept: ["org_id", "id", "lead_id", "affiliate_id", "note", "merged_at"],
    derived: ["search"],
  }),
};
