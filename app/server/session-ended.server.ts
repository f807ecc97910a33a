import { translator } from "./request-language.server";
import { redirectWithToast } from "./flash.server";

/**
 * Redirects to the sign-in page after an action without a session, with a message that it had no effect. `reason` is
 * the message of a screen that has its own.
 */
export async function sessionEnded(
  request: Request,
  to: string,
  reason?: "not_authenticated" | "not_signed_in",
): Promise<Response> {
  const t = await translator(request);
  // Forms sent by a script are filled again after signing in (client-actions.ts); a document cannot be.
  const kept = request.headers.get("Sec-Fetch-Dest") === "empty";
  const what = t(kept ? "errors:session_ended_kept" : "errors:session_ended_lost");
  return redirectWithToast(to, {
    tone: "error",
    title: reason ? t("errors:failed") : t("errors:session_ended"),
    description: reason ? `${t(`errors:${reason}`)}. ${what}` : what,
  });
}
