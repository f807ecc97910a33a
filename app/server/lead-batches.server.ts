import type { TFunction } from "i18next";
import type { z } from "zod";
import type { LeadMove } from "~/domain/leads/lead";
import { assignLeads } from "~/domain/leads/assign-leads.server";
import { reassignLeads } from "~/domain/leads/reassign-leads.server";
import {
  assignLeadsSchema,
  giveLeadsSchema,
  loseLeadsSchema,
  MAX_LEADS,
  moveLeadsSchema,
  undoLeadsSchema,
  type LeadBatch,
  type SkippedLead,
} from "~/domain/leads/lead-batch";
import { moveLeads } from "~/domain/leads/move-leads.server";
import { undoLeads } from "~/domain/leads/undo-leads.server";
import type { ButtonHandler, FormHandler } from "./action.server";
import type { Toast } from "~/browser/toast";

/**
 * Maximum number of ids a form may send: above the action's limit, so that too many leads give a readable error instead
 * of 413.
 */
export const MAX_SENT = MAX_LEADS * 5;

type Handler<S extends z.ZodType> = FormHandler<"member", z.output<S>>;
type Button<S extends z.ZodType> = ButtonHandler<"member", z.output<S>>;

/** Marks the chosen leads contacted, or qualifies them. */
export const moveSeveral = (backTo: string, to: Exclude<LeadMove, "lost">): Button<typeof moveLeadsSchema> => ({
  backTo,
  schema: moveLeadsSchema,
  failed: "errors:status_failed",
  run: async ({ leadIds }, { inScope, t }) => {
    const batch = await inScope((scope) => moveLeads(scope, { leadIds, to }));
    return { toast: toastOf(batch, to, t) };
  },
});

/** Marks the chosen leads lost, with one reason. */
export const loseSeveral = (to: string): Handler<typeof loseLeadsSchema> => ({
  schema: loseLeadsSchema,
  failed: "status_failed",
  run: async (input, { inScope, t }) => {
    const batch = await inScope((scope) => moveLeads(scope, { ...input, to: "lost" }));
    return { to, toast: toastOf(batch, "lost", t) };
  },
});

/** Reassigns the chosen leads to an affiliate. */
export const giveSeveral = (to: string): Handler<typeof giveLeadsSchema> => ({
  schema: giveLeadsSchema,
  run: async (input, { inScope, t }) => {
    const batch = await inScope((scope) => reassignLeads(scope, input));
    return { to, toast: toastOf(batch, "given", t) };
  },
});

/** Makes a member responsible for the chosen leads, or nobody. */
export const assignSeveral = (to: string): Handler<typeof assignLeadsSchema> => ({
  schema: assignLeadsSchema,
  run: async (input, { inScope, t }) => {
    const batch = await inScope((scope) => assignLeads(scope, input));
    return { to, toast: toastOf(batch, "assigned", t) };
  },
});

/** Undoes the last of these actions, and names the leads that stay. */
export const undoSeveral = (backTo: (form: FormData) => string): Button<typeof undoLeadsSchema> => ({
  backTo,
  schema: undoLeadsSchema,
  failed: "leads:batch.undo.failed",
  run: async (batchId, { inScope, t }) => {
    const { undone, kept } = await inScope((scope) => undoLeads(scope, batchId));
    const stays = kept.length > 0 && t("leads:batch.refused", { count: kept.length });
    const key = undone > 0 ? "done" : stays ? "nothing" : "before";
    const description = stays || (undone > 0 && t("leads:batch.undo.untold"));
    return {
      toast: {
        tone: undone === 0 ? "info" : stays ? "warning" : "success",
        title: t(`leads:batch.undo.${key}`, { count: undone }),
        ...(description && { description }),
        ...(stays && { lines: linesOf(kept, t) }),
      },
    };
  },
});

type Words = Omit<Toast, "id">;

function toastOf(batch: LeadBatch, what: LeadMove | "given" | "assigned", t: TFunction): Words {
  const { done, unchanged, refused, batchId } = batch;
  const sentences = [
    unchanged > 0 && t(`leads:batch.unchanged.${what}`, { count: unchanged }),
    refused.length > 0 && t("leads:batch.refused", { count: refused.length }),
  ].filter((sentence) => sentence !== false);
  return {
    tone: done === 0 ? (refused.length > 0 ? "error" : "info") : refused.length > 0 ? "warning" : "success",
    title: done > 0 ? t(`leads:batch.done.${what}`, { count: done }) : t("leads:batch.none_done"),
    ...(sentences.length > 0 && { description: sentences.join(" ") }),
    ...(refused.length > 0 && { lines: linesOf(refused, t) }),
    ...(batchId && { undo: { of: "leads" as const, batchId } }),
  };
}

// The message travels in a cookie, which holds 4,000 characters.
const MAX_LINES = 8;
const MAX_NAME_LENGTH = 60;

/** Lists the unchanged leads, each with the reason. */
function linesOf(refused: readonly SkippedLead[], t: TFunction): string[] {
  const known = refused.filter(({ company }) => company !== null);
  const lines = known.slice(0, MAX_LINES).map(({ company, code, status }) => {
    const closed = code === "lead_not_open" && (status === "converted" || status === "lost");
    const name = [...(company ?? "")].slice(0, MAX_NAME_LENGTH).join("");
    return `${name}: ${t(`leads:batch.because.${closed ? status : code}`)}`;
  });
  const [more, gone] = [known.length - lines.length, refused.length - known.length];
  if (more > 0) lines.push(t("leads:batch.more", { count: more }));
  if (gone > 0) lines.push(t("leads:batch.because.not_found", { count: gone }));
  return lines;
}
