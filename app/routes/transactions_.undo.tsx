import type { ActionFunctionArgs } from "@remix-run/node";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { undoReceiptsButton } from "~/server/receipt-batches.server";
import { redirect } from "~/server/redirect.server";

export const loader = () => redirect(paths.transactions());

/** Undoes the receipts of several transactions (WORK-04) and redirects to the page with the button. */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, undoReceiptsButton);
}
