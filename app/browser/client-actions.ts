import { isRouteErrorResponse, type ClientActionFunctionArgs } from "@remix-run/react";
import { areaOf } from "~/paths/areas";
import { forgetDraft, keepDraft } from "./drafts";
import { isConnectionError } from "./no-connection";
import { noConnection, notAvailable, sayUnsent } from "./say-no-connection";
import { isUnavailable } from "./unavailable";
import type { FormReply } from "~/browser/form-reply";
import type { Intents } from "./intents";

// The one client action, so that nothing typed is lost on the way. Routes with a form re-export `clientAction`; those
// with several, or with buttons, call `sendForm` with their intents.

const hideFields = ["password", "new_password", "code", "passkey"];

/** Sends a form that is filled in. */
export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args);
}

/**
 * Sends a form. What is filled in stays as it is when nothing answers, the database is away, or something unexpected
 * does, and says so; if the session has ended, what was typed is kept until its writer has signed in again. A refusal
 * also loads anew what the page shows. Of a button a message says that nothing answered.
 */
export async function sendForm({ request, serverAction }: ClientActionFunctionArgs, intents: Intents = {}) {
  const form = await request.clone().formData();
  const isButton = intents[String(form.get("intent"))] === "button";
  return isButton ? pressButton(form, serverAction) : sendTyped(form, new URL(request.url).pathname, serverAction);
}

type Send = ClientActionFunctionArgs["serverAction"];

async function sendTyped(form: FormData, path: string, send: Send) {
  // Pages with a form have it already; those that have only buttons do without.
  const { parse } = await import("@conform-to/react");
  const submission = parse(form, { resolve: () => ({ error: {} }) });
  const keep = () => keepDraft(path, submission.reply({ hideFields }).initialValue ?? {});
  const isPublic = areaOf(path) === "public";
  try {
    const reply = await send<FormReply | null>();
    if (reply?.fault && !isPublic) keep();
    return reply?.stale && !isPublic ? loadingAnew(reply) : reply;
  } catch (answer) {
    if (answer instanceof Response) {
      if (isSentOut(path, answer)) keep();
      else forgetDraft(path);
      throw answer;
    }
    if (isRouteErrorResponse(answer) && !isUnavailable(answer)) throw answer;
    if (!isPublic) keep();
    const message = isUnavailable(answer) ? "unavailable" : isConnectionError(answer) ? "no_connection" : "not_saved";
    return stayHere(submission.reply({ formErrors: [message], hideFields }));
  }
}

async function pressButton(form: FormData, send: Send) {
  // The screen undoes what it has shown at once, and says why itself.
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

/** Whoever is led from a screen for those signed in to a public page has saved nothing (open-scope.server.ts). */
function isSentOut(path: string, answer: Response): boolean {
  const to = new URL(answer.headers.get("Location") ?? path, window.location.href);
  return areaOf(path) !== "public" && areaOf(to.pathname) === "public";
}

/**
 * With the status of a success, or the router would load nothing anew: the page is to show what the server refers to.
 */
const loadingAnew = (reply: FormReply): Response => Response.json(reply);

/** As a failure, or the router would go on to load the screen anew, which would fail as well. */
function stayHere(reply: unknown): Response {
  return new Response(JSON.stringify(reply), {
    status: 503,
    headers: { "Content-Type": "application/json" },
  });
}
