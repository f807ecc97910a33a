import type { z } from "zod";
import { numberLocale } from "./request-language.server";
import { paidToast, payNamed } from "./paid-toast.server";
import { resumeDealSchema } from "~/domain/deals/deal-end.schema";
import { resumeDeal } from "~/domain/deals/resume-deal.server";
import { markDealPaidSchema } from "~/domain/deals/deal.schema";
import { moveLeadSchema } from "~/domain/leads/lead.schema";
import { moveLead } from "~/domain/leads/move-lead.server";
import { hideSetup } from "~/domain/organizations/hide-setup.server";
import type { ButtonHandler } from "./action.server";

// The buttons of the lead screens, and their toasts. `backTo` is the screen or dialog of the button.

type Button<S extends z.ZodType> = ButtonHandler<"member", z.output<S>>;

/** Marks a lead contacted, qualified or lost. */
export const moveLeadButton = (backTo: string): Button<typeof moveLeadSchema> => ({
  backTo,
  schema: moveLeadSchema,
  failed: "errors:status_failed",
  run: async (input, { inScope, t }) => {
    const batchId = await inScope((scope) => moveLead(scope, input));
    return {
      toast: {
        tone: "success",
        title: t("leads:toast.status_updated"),
        description: t(`leads:toast.${input.to}`),
        undo: { of: "leads", batchId },
      },
    };
  },
});

/** Marks a one-time deal paid; a repeated click reports that nothing was left to do. */
export const payDealButton = (backTo: string, request: Request): Button<typeof markDealPaidSchema> => ({
  backTo,
  schema: markDealPaidSchema,
  failed: "errors:status_failed",
  run: async (deal, { inScope, t }) => {
    const done = await inScope((scope) => payNamed(scope, { deals: [deal], receiptUrl: null }));
    return { toast: paidToast(done, t, await numberLocale(request)) };
  },
});

/** Undoes the end of a deal; a repeated click reports that nothing was left to do. */
export const resumeDealButton = (backTo: string): Button<typeof resumeDealSchema> => ({
  backTo,
  schema: resumeDealSchema,
  failed: "deals:end.resume_failed",
  run: async (deal, { inScope, t }) => {
    const isDone = await inScope((scope) => resumeDeal(scope, deal));
    return {
      toast: isDone
        ? { tone: "success", title: t("deals:end.resumed") }
        : { tone: "info", title: t("deals:end.resumed_before") },
    };
  },
});

/** Hides the setup checklist, and says where an unfinished one can be found. */
export const hideSetupButton = (backTo: string): ButtonHandler<"member", unknown> => ({
  backTo,
  run: async (_, { inScope, t }) => {
    const unfinished = await inScope(hideSetup);
    if (!unfinished) return {};
    const description = t("setup:toast.hidden_text", {
      settings: t("settings:title"),
      section: t("settings:sections.general"),
    });
    return { toast: { tone: "success", title: t("setup:toast.hidden"), description } };
  },
});
