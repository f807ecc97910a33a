import type { TFunction } from "i18next";
import type { z } from "zod";
import {
  listedAffiliatesSchema,
  MAX_AFFILIATES,
  type AffiliateBatch,
  type BatchStatus,
  type SkippedAffiliate,
} from "~/domain/affiliates/affiliate-batch";
import { chooseMatching } from "~/domain/reports/choose-matching.server";
import { setStatuses } from "~/domain/affiliates/set-statuses.server";
import type { undoStatuses } from "~/domain/affiliates/undo-statuses.server";
import { undoTerms } from "~/domain/terms/undo-terms.server";
import type { Scope } from "~/domain/shared/scope";
import type { Toast } from "~/browser/toast";
import { affiliateList, chosenParams } from "~/paths/affiliate-view";
import { paths } from "~/paths/paths";
import type { ButtonHandler } from "./action.server";
import { resultToast, skippedLines } from "./batch-toasts.server";
import { affiliateListParams } from "./list-params.server";
import { undoSeveral } from "./undo-button.server";

/**
 * Maximum number of ids a form may send: above the action's limit, so that too many affiliates give a readable error
 * instead of 413.
 */
export const MAX_SENT = MAX_AFFILIATES * 2;

type Button<S extends z.ZodType> = ButtonHandler<"member", z.output<S>>;
type Words = Omit<Toast, "id">;

/**
 * Returns the ids of the affiliates that a dialog is opened for: those in the URL, or all that match its filter. Null
 * if the URL names none.
 * Throws `too_many_affiliates`, `affiliates_required`, `forbidden`.
 */
export async function chosenIds(scope: Scope, params: URLSearchParams): Promise<string[] | null> {
  const { ids, all } = chosenParams(params);
  if (all) return chooseMatching(scope, affiliateListParams(params));
  return ids.length > 0 ? ids : null;
}

/** Sets the chosen affiliates active or inactive; `url` is that of the list, with its filter. */
export const setSeveral = (url: URL, to: BatchStatus): Button<typeof listedAffiliatesSchema> => ({
  backTo: affiliateList(url.search),
  schema: listedAffiliatesSchema,
  failed: "errors:status_failed",
  run: async ({ ids }, { inScope, t }) => {
    const batch = await inScope(async (scope) =>
      setStatuses(scope, { ids: ids ?? (await chooseMatching(scope, affiliateListParams(url.searchParams))), to }),
    );
    return { toast: batchToast(batch, t, to) };
  },
});

/** Undoes an action on several affiliates, and names those that stay. */
export const undoAffiliatesButton = (undo: typeof undoStatuses | typeof undoTerms) =>
  undoSeveral(paths.affiliates(), {
    undo,
    failed: "batches:affiliates.undo.failed",
    texts: ({ undone, kept }, t) => ({
      title: (what) => t(`batches:affiliates.undo.${what}`, { count: undone }),
      kept: t("batches:affiliates.skipped", { count: kept.length }),
      untold: undo === undoTerms && t("batches:affiliates.undo.untold"),
      lines: affiliateLines(kept, t),
    }),
  });

/** Writes the result of an action on several affiliates. */
export function batchToast(
  { done, unchanged, skipped, batchId }: AffiliateBatch,
  t: TFunction,
  what: BatchStatus | "terms",
): Words {
  const count = { done, unchanged, skipped: skipped.length };
  const toast = resultToast(count, {
    done: t(`batches:affiliates.done.${what}`, { count: done }),
    none: t("batches:affiliates.none_done"),
    unchanged: t(`batches:affiliates.unchanged.${what}`, { count: unchanged }),
    skipped: t("batches:affiliates.skipped", { count: skipped.length }),
    lines: affiliateLines(skipped, t),
  });
  return { ...toast, ...(batchId && { undo: { of: what === "terms" ? "terms" : "statuses", batchId } }) };
}

/** Lists the unchanged affiliates, each with the reason. */
export const affiliateLines = (skipped: readonly SkippedAffiliate[], t: TFunction): string[] =>
  skippedLines(t, skipped, {
    nameOf: ({ name }) => name,
    because: ({ code }) => t(`batches:affiliates.because.${code}`, { count: 1 }),
    more: (count) => t("batches:affiliates.more", { count }),
    gone: (count) => t("batches:affiliates.because.not_found", { count }),
  });
