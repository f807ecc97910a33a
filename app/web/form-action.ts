import { parse } from "@conform-to/react";
import { isRouteErrorResponse, type ClientActionFunctionArgs } from "@remix-run/react";
import i18next from "i18next";
import { toast } from "sonner";
import { areaOf } from "./areas";
import { forgetDraft, keepDraft } from "./drafts";
import { isConnectionError } from "./no-connection";
import type { FormReply } from "./submit.server";

// Client actions, so that nothing typed is lost on the way: routes with a form re-export the first as `clientAction`, those
// whose forms are only buttons the second.

const hideFields = ["password"];

/**
 * Sends a form. If nothing answers, or something unexpected does, the form stays as it is and says so; if the session has
 * ended, what was typed is kept until its writer has signed in again. A refusal also loads anew what the page shows.
 */
export async function keepingClientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const submission = parse(await request.clone().formData(), { resolve: () => ({ error: {} }) });
  const path = new URL(request.url).pathname;
  const keep = () => keepDraft(path, submission.reply({ hideFields }).initialValue ?? {});
  try {
    const reply = await serverAction<FormReply | null>();
    return reply?.stale && areaOf(path) !== "public" ? loadingAnew(reply) : reply;
  } catch (answer) {
    if (answer instanceof Response) {
      if (isSentOut(path, answer)) keep();
      else forgetDraft(path);
      throw answer;
    }
    if (isRouteErrorResponse(answer)) throw answer;
    if (areaOf(path) !== "public") keep();
    const message = isConnectionError(answer) ? "no_connection" : "not_saved";
    return stayHere(submission.reply({ formErrors: [message], hideFields }));
  }
}

/** Sends a form that is only a button. If nothing answers, the screen stays and a message says so. */
export async function buttonClientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction();
  } catch (answer) {
    if (!isConnectionError(answer)) throw answer;
    sayNoConnection();
    return stayHere(null);
  }
}

/** Says that what a button stands for was not sent. */
export function sayNoConnection(): void {
  toast.error(i18next.t("errors:failed"), {
    id: "no-connection",
    description: i18next.t("errors:no_connection_button"),
  });
}

/** Sends what a card does at once: the screen undoes it and shows its own message. */
export async function movingClientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction();
  } catch (fault) {
    if (fault instanceof Response) throw fault;
    const { t } = i18next;
    const toast = { tone: "error", title: t("errors:failed"), description: t("errors:no_connection_button") };
    return stayHere({ toast: isConnectionError(fault) ? toast : null });
  }
}

/** Whoever is led from a screen for those signed in to a public page has saved nothing (open-scope.server.ts). */
function isSentOut(path: string, answer: Response): boolean {
  const to = new URL(answer.headers.get("Location") ?? path, window.location.href);
  return areaOf(path) !== "public" && areaOf(to.pathname) === "public";
}

/** With the status of a success, or the router would load nothing anew: the page is to show what the server refers to. */
const loadingAnew = (reply: FormReply): Response => Response.json(reply);

/** As a failure, or the router would go on to load the screen anew, which would fail as well. */
function stayHere(reply: unknown): Response {
  return new Response(JSON.stringify(reply), {
    status: 503,
    headers: { "Content-Type": "application/json" },
  });
}
