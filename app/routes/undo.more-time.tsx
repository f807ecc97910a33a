import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { extendUndo } from "~/domain/audit/extend-undo.server";
import { recordId } from "~/domain/shared/fields";
import { undoKinds } from "~/domain/shared/undo";
import { numberLocale } from "~/i18n/i18n.server";
import { safePath } from "~/paths/landing";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { redirect } from "~/server/redirect.server";

export const loader = () => redirect(paths.leads());

const schema = z.object({
  what: z.enum(undoKinds, "not_found"),
  batch_id: recordId,
  /** Asked for by a toast that stays because somebody points at it: it goes on showing what it shows. */
  quiet: z.string().optional(),
});

/** Gives the person who has just done something more time to undo it, and redirects to the page with the button. */
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
