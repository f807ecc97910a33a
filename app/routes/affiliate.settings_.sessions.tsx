import type { ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { sessionIntents } from "~/components/sessions/intents";
import { sendForm } from "~/browser/client-actions";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { sessionButtons } from "~/server/own-sessions.server";
import { redirect } from "~/server/redirect.server";

/** Opened as a page (entered address, back button) it redirects: the list is in the settings. */
export function loader() {
  return redirect(paths.ownSettings());
}

/** Handles the buttons that end an affiliate's sessions (AUTH-08). */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "affiliate",
    of: sessionIntents,
    intents: sessionButtons(args, paths.ownSettings()),
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, sessionIntents);
}
