import { translator } from "~/i18n/i18n.server";
import { redirectWithToast } from "./flash.server";
import { requireMember } from "./open-scope.server";
import { sessionEnded } from "./session-ended.server";
import { currentUser, type Call } from "./session.server";

/**
 * `requireMember` for actions: whoever is sent away is also told why, because what they did had no effect. `signedOut` names
 * the words for somebody whose session has ended.
 */
export async function requireActingMember(
  call: Call,
  signedOut: "not_authenticated" | "not_signed_in" = "not_authenticated",
) {
  try {
    return await requireMember(call);
  } catch (answer) {
    const to = answer instanceof Response && answer.headers.get("Location");
    if (!to) throw answer;
    if (!(await currentUser(call))) throw await sessionEnded(call.request, to, signedOut);
    const t = await translator(call.request);
    throw await redirectWithToast(to, {
      tone: "error",
      title: t("errors:failed"),
      description: t("errors:no_organization"),
    });
  }
}
