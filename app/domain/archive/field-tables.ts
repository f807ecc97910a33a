import { columnsOf } from "./archived-table";

/** Own fields and their values; see tables.ts. */
export const fieldModels = {
  OwnField: columnsOf<"OwnField">()({
    table: "own_field",
    kept: [
      "org_id",
      "id",
      "entity",
      "key",
      "label",
      "kind",
      "options",
      "currency",
      "required",
      "audience",
      "purpose",
      "position",
      "created_by",
      "created_at",
      "deleted_at",
    ],
  }),
  LeadOwnValue: columnsOf<"LeadOwnValue">()({
    table: "lead_own_value",
    kept: ["org_id", "lead_id", "audience", "affiliate_id", "content"],
    derived: ["keys", "search"],
    key: { lead_id: "uuid", audience: "text" },
    written: { in: ["content"], ofLeads: "lead_id = any($2::uuid[])" },
  }),
  DealOwnValue: columnsOf<"DealOwnValue">()({
    table: "deal_own_value",
    kept: ["org_id", "deal_id", "audience", "affiliate_id", "content"],
    derived: ["keys", "search"],
    key: { deal_id: "uuid", audience: "text" },
    written: {
      in: ["content"],
      ofLeads: "deal_id in (select id from public.deal where org_id = $1 and lead_id = any($2::uuid[]))",
    },
  }),
};
