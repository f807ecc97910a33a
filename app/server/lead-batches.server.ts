import type { TFunction } from "i18next";
import type { z } from "zod";
import type { LeadMove } from "~/domain/leads/lead";
import { assignLeads } from "~/domain/leads/assign-leads.server";
import { deleteLeads } from "~/domain/leads/delete-lead.server";
import { reassignLeads } from "~/domain/leads/reassign-leads.server";
import {
  assignLeadsSchema,
  deleteLeadsSchema,
  giveLeadsSchema,
  loseLeadsSchema,
  MAX_LEADS,
  listedLeadsSchema,
  type LeadBatch,
  type SkippedLead,
} from "~/domain/leads/lead-batch";
import { chooseMatchingLeads } from "~/domain/leads/choose-leads.server";
import { nextStepsSchema } from "~/domain/leads/next-step.schema";
import { setNextSteps } from "~/domain/leads/set-next-steps.server";
import { readPeriod } from "~/domain/shared/period";
import type { Scope } from "~/domain/shared/scope";
import { leadsPath, leadViewOf } from "~/paths/lead-view";
import { paths } from "~/paths/paths";
import { leadListParams } from "./list-params.server";
import { numberLocale } from "./request-language.server";
import { moveLeads } from "~/domain/leads/move-leads.server";
import { undoLeads } from "~/domain/leads/undo-leads.server";
import type { ButtonHandler, FormHandler } from "./action.server";
import { resultToast, skippedLines } from "./batch-toasts.server";
import { undoSeveral } from "./undo-button.server";
import type { Toast } from "~/browser/toast";

/**
 * Maximum number of ids a form may send: above the action's limit, so that too many leads give a readable error instead
 * of 413.
 */
export const MAX_SENT = MAX_LEADS * 2;

type Handler<S extends z.ZodType> = FormHandler<"member", z.output<S>>;
type Button<S extends z.ZodType> = ButtonHandler<"member", z.output<S>>;

/**
 * Returns the ids of the leads that a dialog is opened for: those in the URL, or all that match its filter. Throws
 * `too_many_leads`, `leads_required`, `search_too_wide`, `forbidden`.
 */
export async function chosenLeads(scope: Scope, request: Request): Promise<string[]> {
  const { searchParams } = new URL(request.url);
  return searchParams.get("all") === "1" ? matchingLeads(scope, request) : searchParams.getAll("lead_id");
}

/** Returns the ids of all leads that the list at this URL shows, on all pages, as `chooseMatchingLeads` does. */
async function matchingLeads(scope: Scope, request: Request): Promise<string[]> {
  const { search, searchParams } = new URL(request.url);
  const view = leadViewOf({ pathname: paths.leads(), search });
  const period = readPeriod(searchParams, await scope.today());
  const filter = { ...view.filter, period, locale: await numberLocale(request) };
  return chooseMatchingLeads(scope, leadListParams(view, filter, searchParams.get("sort")));
}

/** Marks the chosen leads contacted, or qualifies them; `request` has the filter of the list. */
export const moveSeveral = (request: Request, to: Exclude<LeadMove, "lost">): Button<typeof listedLeadsSchema> => ({
  backTo: leadsPath(new URL(request.url)),
  schema: listedLeadsSchema,
  failed: "errors:status_failed",
  run: async ({ ids }, { inScope, t }) => {
    const batch = await inScope(async (scope) =>
      moveLeads(scope, { leadIds: ids ?? (await matchingLeads(scope, request)), to }),
    );
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

/** Sets the next step of the chosen leads, or takes it away. */
export const stepSeveral = (to: string): Handler<typeof nextStepsSchema> => ({
  schema: nextStepsSchema,
  run: async (input, { inScope, t }) => {
    const batch = await inScope((scope) => setNextSteps(scope, input));
    const key = input.nextStep === null ? "removed" : "done";
    const texts = {
      done: t(`work:several.${key}`, { count: batch.done }),
      none: t("leads:batch.none_done"),
      unchanged: t("leads:batch.unchanged.assigned", { count: batch.unchanged }),
    };
    return { to, toast: toastWith(batch, texts, t) };
  },
});

/** Deletes the chosen leads, with one reason. */
export const deleteSeveral = (to: string): Handler<typeof deleteLeadsSchema> => ({
  schema: deleteLeadsSchema,
  run: async (input, { inScope, t }) => {
    const batch = await inScope((scope) => deleteLeads(scope, input));
    const texts = {
      done: t("merging:several.done", { count: batch.done }),
      none: t("merging:several.none"),
      unchanged: "",
    };
    return { to, toast: toastWith(batch, texts, t) };
  },
});

/** Undoes the last of these actions, and names the leads that stay. */
export const undoLeadsButton = undoSeveral(paths.leads(), {
  undo: undoLeads,
  failed: "leads:batch.undo.failed",
  texts: ({ undone, kept }, t) => ({
    title: (what) => t(`leads:batch.undo.${what}`, { count: undone }),
    kept: t("leads:batch.refused", { count: kept.length }),
    untold: t("leads:batch.undo.untold"),
    lines: linesOf(kept, t),
  }),
});

type Words = Omit<Toast, "id">;

function toastOf(batch: LeadBatch, what: LeadMove | "given" | "assigned", t: TFunction): Words {
  const texts = {
    done: t(`leads:batch.done.${what}`, { count: batch.done }),
    none: t("leads:batch.none_done"),
    unchanged: t(`leads:batch.unchanged.${what}`, { count: batch.unchanged }),
  };
  return toastWith(batch, texts, t);
}

function toastWith(
  { done, unchanged, refused, batchId }: LeadBatch,
  texts: Record<"done" | "none" | "unchanged", string>,
  t: TFunction,
): Words {
  const count = { done, unchanged, skipped: refused.length };
  const toast = resultToast(count, {
    ...texts,
    skipped: t("leads:batch.refused", { count: refused.length }),
    lines: linesOf(refused, t),
  });
  return { ...toast, ...(batchId && { undo: { of: "leads", batchId } }) };
}

/** Lists the unchanged leads, each with the reason. */
const linesOf = (refused: readonly SkippedLead[], t: TFunction): string[] =>
  skippedLines(t, refused, {
    nameOf: ({ company }) => company,
    because: ({ code, status }) => {
      const closed = code === "lead_not_open" && (status === "converted" || status === "lost");
      return t(`leads:batch.because.${closed ? status : code}`);
    },
    more: (count) => t("leads:batch.more", { count }),
    gone: (count) => t("leads:batch.because.not_found", { count }),
  });
