import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { recordId } from "~/domain/shared/fields";
import { restoreView } from "~/domain/views/edit-view.server";
import { safePath } from "~/paths/landing";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { redirect } from "~/server/redirect.server";

export const loader = () => redirect(paths.leads());

const schema = z.object({ batch_id: recordId });

/** Restores the saved view that was just deleted, and redirects to the page with the button. */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    signedOut: "not_authenticated",
    backTo: (form) => safePath(form.get("back")) ?? paths.leads(),
    schema,
    failed: "common:undo_failed",
    run: async ({ batch_id: id }, { inScope, t }) => {
      await inScope((scope) => restoreView(scope, id));
      return { toast: { tone: "success", title: t("views:toast.restored") } };
    },
  });
}
