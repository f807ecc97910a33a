import type { ActionFunctionArgs } from "@remix-run/node";
import { undoStatuses } from "~/domain/affiliates/undo-statuses.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { undoAffiliatesButton } from "~/server/affiliate-batches.server";
import { redirect } from "~/server/redirect.server";

export const loader = () => redirect(paths.affiliates());

/** Undoes a change of the status of several affiliates (WORK-04) and redirects to the page with the button. */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, undoAffiliatesButton(undoStatuses));
}
