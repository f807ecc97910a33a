import type { ActionFunctionArgs } from "@remix-run/node";
import { viewIntents } from "~/components/lists/view-intents";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { redirect } from "~/server/redirect.server";
import { viewHandlers } from "~/server/view-forms.server";

/** Opened as a page (entered address, back button) it redirects, because there is no page here. */
export function loader() {
  return redirect(paths.home());
}

/** Saves, changes and deletes the saved views of lists. */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, { who: "member", of: viewIntents, intents: viewHandlers });
}
