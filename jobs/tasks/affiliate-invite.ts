import { sendFirstInvitation } from "~/domain/affiliates/send-invitation.server";
import { defineTask, jobScope } from "../define-task";

/** Invites an affiliate of an import. */
export const affiliateInvite = defineTask("affiliate.invite", async ({ org_id, affiliate_id, language }, context) => {
  await jobScope(context, { name: "affiliate.invite", orgId: org_id }, (scope) =>
    sendFirstInvitation(scope, affiliate_id, language),
  );
});
