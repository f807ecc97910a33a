import type { z } from "zod";
import { assignLeads } from "~/domain/leads/assign-leads.server";
import { finishStep } from "~/domain/leads/finish-step.server";
import { responsibleSchema, stepDoneSchema } from "~/domain/leads/lead.schema";
import { nextStepSchema } from "~/domain/leads/next-step.schema";
import { setNextSteps } from "~/domain/leads/set-next-steps.server";
import { readMember } from "~/domain/members/list-members.server";
import { DomainError } from "~/domain/shared/errors";
import type { ButtonHandler, FormHandler } from "./action.server";

/** Returns the handlers of the work on a lead (WORK-07). `page` is the address of the page that shows them. */
export function workForms(page: string): {
  step: FormHandler<"member", z.output<typeof nextStepSchema>>;
  "step-done": ButtonHandler<"member", z.output<typeof stepDoneSchema>>;
  assign: ButtonHandler<"member", z.output<typeof responsibleSchema>>;
} {
  return {
    step: {
      schema: nextStepSchema,
      run: async (input, { inScope, t }) => {
        const { batchId, refused } = await inScope((scope) => setNextSteps(scope, input));
        if (refused[0]) throw new DomainError(refused[0].code);
        const title = t(input.nextStep === null ? "work:toast.removed" : "work:toast.saved");
        return {
          to: page,
          toast: batchId
            ? { tone: "success", title, undo: { of: "leads", batchId } }
            : { tone: "info", title: t("leads:toast.unchanged") },
        };
      },
    },
    "step-done": {
      backTo: page,
      schema: stepDoneSchema,
      failed: "work:toast.failed",
      run: async (input, { inScope, t }) => {
        const batchId = await inScope((scope) => finishStep(scope, input));
        return {
          toast: {
            tone: "success",
            title: t("work:toast.done", { step: input.step }),
            description: t("work:toast.what_next"),
            undo: { of: "leads", batchId },
          },
        };
      },
    },
    assign: {
      backTo: page,
      schema: responsibleSchema,
      failed: "work:toast.failed",
      run: async ({ leadId, responsible }, { inScope, t }) => {
        const { batchId, refused, name } = await inScope(async (scope) => ({
          name: responsible && (await readMember(scope, responsible))?.name,
          ...(await assignLeads(scope, { leadIds: [leadId], responsible })),
        }));
        if (refused.length > 0) throw new DomainError("not_found");
        return {
          toast: {
            tone: batchId ? "success" : "info",
            title: batchId
              ? name
                ? t("work:toast.assigned", { name })
                : t("work:toast.released")
              : t("leads:toast.unchanged"),
            ...(batchId && { undo: { of: "leads" as const, batchId } }),
          },
        };
      },
    },
  };
}
