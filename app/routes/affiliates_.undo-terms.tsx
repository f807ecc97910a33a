import type { ActionFunctionArgs } from "@remix-run/node";
import { undoTerms } from "~/domain/terms/undo-terms.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { undoAffiliatesButton } from "~/server/affiliate-batches.server";
import { redirect } from "~/server/redirect.server";

export const loader = () => redirect(paths.affiliates());

/** Takes back the terms that several affiliates got together (WORK-05) and redirects to the page with the button. */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, undoAffiliatesButton(undoTerms));
}
