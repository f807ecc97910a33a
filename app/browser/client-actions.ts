import { isRouteErrorResponse, type ClientActionFunctionArgs } from "@remix-run/react";
import { areaOf } from "~/paths/areas";
import { clearDraft, storeDraft } from "./drafts";
import { isConnectionError } from "./no-connection";
import { noConnection, notAvailable, sayUnsent } from "./say-no-connection";
import { isUnavailable } from "./unavailable";
import type { FormReply } from "~/browser/form-reply";
import type { Intents } from "./intents";
import { formParser } from "./form-parser";

// The one client action. It keeps the entered values if a request fails on the way. Routes with a form re-export
// `clientAction`; those with several forms, or with buttons, call `sendForm` with their intents.

const hideFields = ["password", "new_password", "code", "passkey"];

/** Sends a form with fields. */
export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args);
}

/**
 * Sends a form. Its values stay when there is no response, the database is not available, or an unexpected error
 * occurs, with a message. If the session has ended, they are stored until the user signs in again. After a domain error
 * the page's data are reloaded. A button shows a toast if there is no response.
 */
export async function sendForm({ request, serverAction }: ClientActionFunctionArgs, intents: Intents = {}) {
  const form = await request.clone().formData();
  const isButton = intents[String(form.get("intent"))] === "button";
  return isButton ? pressButton(form, serverAction) : sendTyped(form, new URL(request.url).pathname, serverAction);
}

type Send = ClientActionFunctionArgs["serverAction"];

async function sendTyped(form: FormData, path: string, send: Send) {
  const parse = await formParser();
  const submission = parse(form, { resolve: () => ({ error: {} }) });
  const keep = () => storeDraft(path, submission.reply({ hideFields }).initialValue ?? {});
  const isPublic = areaOf(path) === "public";
  try {
    const reply = await send<FormReply | null>();
    if (reply?.fault && !isPublic) keep();
    return reply?.stale && !isPublic ? loadingAnew(reply) : reply;
  } catch (answer) {
    if (answer instanceof Response) {
      if (isSentOut(path, answer)) keep();
      else clearDraft(path);
      throw answer;
    }
    if (isRouteErrorResponse(answer) && !isUnavailable(answer)) throw answer;
    if (!isPublic) keep();
    const message = isUnavailable(answer) ? "unavailable" : isConnectionError(answer) ? "no_connection" : "not_saved";
    return stayHere(submission.reply({ formErrors: [message], hideFields }));
  }
}

async function pressButton(form: FormData, send: Send) {
  // The screen undoes its optimistic update, and shows the reason itself.
  const answersItself = form.get("answer") === "toast";
  try {
    return await send();
  } catch (answer) {
    if (answer instanceof Response) throw answer;
    const words = isUnavailable(answer) ? notAvailable() : isConnectionError(answer) ? noConnection() : null;
    if (answersItself) return stayHere({ toast: words && { tone: "error", ...words } });
    if (!words) throw answer;
    sayUnsent(words);
    return stayHere(null);
  }
}

/** A signed-in user who is redirected to a public page has saved nothing (open-scope.server.ts). */
function isSentOut(path: string, answer: Response): boolean {
  const to = new URL(answer.headers.get("Location") ?? path, window.location.href);
  return areaOf(path) !== "public" && areaOf(to.pathname) === "public";
}

/** Uses a success status, because the router reloads data only then: the page must show what the server refers to. */
const loadingAnew = (reply: FormReply): Response => Response.json(reply);

/** Uses an error status, because otherwise the router reloads the screen, which would fail as well. */
function stayHere(reply: unknown): Response {
  return new Response(JSON.stringify(reply), {
    status: 503,
    headers: { "Content-Type": "application/json" },
  });
}
