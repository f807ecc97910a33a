import type { ActionFunctionArgs } from "@remix-run/node";
import { inviteByHand } from "~/domain/affiliates/invite-by-hand.server";
import { sendInvitation } from "~/domain/affiliates/send-invitation.server";
import { requestLanguage, translator } from "~/i18n/i18n.server";
import { actWithToast } from "~/web/act.server";
import { keepHandedLink } from "~/web/handed-link.server";
import { staffScope } from "~/web/open-scope.server";

/** "Send again": queues the mail. */
export async function mailInvitation(call: ActionFunctionArgs, id: string, here: string): Promise<Response> {
  const t = await translator(call.request);
  const language = await requestLanguage(call.request);
  const send = async () => {
    const { email } = await staffScope(call, (scope) => sendInvitation(scope, id, language));
    return {
      tone: "success" as const,
      title: t("affiliates:toast.sent"),
      description: t("affiliates:toast.invited", { email }),
    };
  };
  return actWithToast(here, send, t);
}

/** "Make sign-in link": the page shows it in the message afterwards, in this browser. */
export async function handOutLink(call: ActionFunctionArgs, id: string, here: string): Promise<Response> {
  const t = await translator(call.request);
  let kept = new Headers();
  const make = async () => {
    kept = await staffScope(call, async (scope, user) => {
      const link = await inviteByHand(scope, id);
      return keepHandedLink(call.request, { ...link, by: user.id, at: scope.now.getTime() });
    });
    return {
      tone: "success" as const,
      title: t("affiliates:toast.link_made"),
      description: t("affiliates:toast.link_made_text"),
    };
  };
  const answer = await actWithToast(here, make, t);
  for (const [name, value] of kept) answer.headers.append(name, value);
  return answer;
}
