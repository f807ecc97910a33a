import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { extendUndo } from "~/domain/audit/extend-undo.server";
import { recordId } from "~/domain/shared/fields";
import { undoKinds } from "~/domain/shared/undo";
import { numberLocale } from "~/server/request-language.server";
import { safePath } from "~/paths/landing";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { redirect } from "~/server/redirect.server";

export const loader = () => redirect(paths.leads());

const schema = z.object({
  what: z.enum(undoKinds, "not_found"),
  batch_id: recordId,
  /** Set by a toast that stays because the pointer is on it: it keeps its content. */
  quiet: z.string().optional(),
});

/** Gives the user more time to undo their last action, and redirects to the page with the button. */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    signedOut: "not_authenticated",
    backTo: (form) => safePath(form.get("back")) ?? paths.leads(),
    schema,
    failed: "common:undo_failed",
    run: async ({ what: of, batch_id: batchId, quiet }, { inScope, t }) => {
      const { until, timeZone } = await inScope(async (scope) => ({
        until: await extendUndo(scope, of, batchId),
        timeZone: (await scope.organization()).timeZone,
      }));
      if (quiet) return {};
      const clock = new Intl.DateTimeFormat(await numberLocale(args.request), {
        ...({ hour: "2-digit", minute: "2-digit", second: "2-digit" } as const),
        timeZone,
      });
      return {
        toast: {
          tone: "info",
          title: t("common:undo_until", { time: clock.format(until) }),
          undo: { of, batchId, until: until.getTime() },
        },
      };
    },
  });
}
