import { translator } from "~/i18n/i18n.server";
import { redirectWithToast } from "./flash.server";

/**
 * The way to the sign-in page for somebody who did something after their session had ended: it had no effect, which
 * they are told. `reason` is the wording of a screen of its own.
 */
export async function sessionEnded(
  request: Request,
  to: string,
  reason?: "not_authenticated" | "not_signed_in",
): Promise<Response> {
  const t = await translator(request);
  // Forms sent by a script are filled again after signing in (client-actions.ts); a document cannot.
  const kept = request.headers.get("Sec-Fetch-Dest") === "empty";
  const what = t(kept ? "errors:session_ended_kept" : "errors:session_ended_lost");
  return redirectWithToast(to, {
    tone: "error",
    title: reason ? t("errors:failed") : t("errors:session_ended"),
    description: reason ? `${t(`errors:${reason}`)}. ${what}` : what,
  });
}
