import type { WhilePaused } from "~/domain/subscriptions/subscription";

/**
 * The result of a form while the organization is paused (BIL-06). `refused`: nothing changes, and the user sees why.
 * Otherwise the reason that allows it. `no_organization`: it changes no organization, for example the session or the
 * second factor.
 */
export interface PausedForm {
  outcome: "refused" | WhilePaused | "no_organization";
  /** Valid fields. ":leadId" and similar texts stand for ids. */
  fields?: Record<string, string>;
  as?: "affiliate";
}

export const refused = (fields: Record<string, string> = {}): PausedForm => ({ outcome: "refused", fields });

/** The forms of own fields and of saved views; see paused-forms.ts. */
export const listForms: Record<string, Record<string, PausedForm>> = {
  "_app.settings.fields": {
    up: refused({ field_id: ":fieldId" }),
    down: refused({ field_id: ":fieldId" }),
    restore: refused({ field_id: ":fieldId" }),
  },
  "_app.settings.fields.new": {
    "": refused({ entity: "lead", kind: "text", label: "X", audience: "staff", purpose: "X" }),
  },
  "_app.settings.fields.$fieldId.edit": { "": refused({ label: "X", purpose: "X" }) },
  "_app.settings.fields.$fieldId.delete": { delete: refused() },
  "_app.settings.fields.$fieldId.purge": { purge: refused() },
  views: {
    save: refused({ list: "leads", view_name: "Mine", query: "status=new" }),
    edit: refused({ view: ":random", view_name: "Mine" }),
    update: refused({ view: ":random", list: "leads", query: "status=new" }),
    default: refused({ view: ":random", is_default: "on" }),
    delete: refused({ view: ":random" }),
  },
};
