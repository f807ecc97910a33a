import type { ActionFunctionArgs } from "@remix-run/node";
import { createManualInvitation } from "~/domain/affiliates/create-manual-invitation.server";
import { sendInvitation } from "~/domain/affiliates/send-invitation.server";
import { requestLanguage } from "~/server/request-language.server";
import type { ButtonHandler } from "~/server/action.server";
import { storeManualLink } from "~/server/handed-link.server";
import { affiliateOf } from "~/server/named-affiliate.server";
import { paths } from "~/paths/paths";

type Button = ButtonHandler<"member", unknown>;

const here = ({ request, params }: ActionFunctionArgs) =>
  paths.affiliateDialog(params["affiliateId"] ?? "", "invitation", new URL(request.url).search);

/** "Send again": queues the email. */
export const mailInvitation = (args: ActionFunctionArgs): Button => ({
  backTo: here(args),
  run: async (_, { inScope, t }) => {
    const { id } = await affiliateOf(args);
    const language = await requestLanguage(args.request);
    const { email } = await inScope((scope) => sendInvitation(scope, id, language));
    return {
      toast: {
        tone: "success",
        title: t("affiliates:toast.sent"),
        description: t("affiliates:toast.invited", { email }),
      },
    };
  },
});

/** "Make sign-in link": afterwards the page shows the link in the message, in this browser. */
export const createManualLink = (args: ActionFunctionArgs): Button => ({
  backTo: here(args),
  run: async (_, { inScope, t }) => {
    const { id } = await affiliateOf(args);
    const headers = await inScope(async (scope, user) => {
      const link = await createManualInvitation(scope, id);
      return storeManualLink(args.request, { ...link, by: user.id, at: scope.now.getTime() });
    });
    return {
      toast: {
        tone: "success",
        title: t("affiliates:toast.link_made"),
        description: t("affiliates:toast.link_made_text"),
      },
      headers,
    };
  },
});
