import type { ActionFunctionArgs } from "@remix-run/node";
import { restoreView } from "~/domain/views/edit-view.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { redirect } from "~/server/redirect.server";
import { undoButton } from "~/server/undo-button.server";

export const loader = () => redirect(paths.leads());

/** Restores the saved view that was just deleted, and redirects to the page with the button. */
export async function action(args: ActionFunctionArgs) {
  const undo = undoButton(paths.leads(), {
    failed: "common:undo_failed",
    run: async (id, { inScope, t }) => {
      await inScope((scope) => restoreView(scope, id));
      return { toast: { tone: "success", title: t("views:toast.restored") } };
    },
  });
  return runAction(args, undo);
}
