import type { ActionFunctionArgs } from "@remix-run/node";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { undoLeadsButton } from "~/server/lead-batches.server";
import { redirect } from "~/server/redirect.server";

export const loader = () => redirect(paths.leads());

/** Undoes the last action on several leads (LEAD-13) and redirects to the page with the button. */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, undoLeadsButton);
}
