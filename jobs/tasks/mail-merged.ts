import { mergeNewsHolds } from "~/domain/affiliates/merged-mail.server";
import { earlierPeople } from "~/domain/identity/earlier-people.server";
import { isErased } from "~/domain/shared/erased";
import { paths } from "~/paths/paths";
import { readerLanguage } from "~/platform/mail/texts.server";
import type { Handler } from "../define-task";
import { sendMail } from "../send-mail";

/**
 * Tells a person behind an affiliate who was merged that their access has ended, or that everything is at their address
 * now (WORK-11). Nobody can unsubscribe from it.
 */
export const mailMerged: Handler<"mail.merged"> = async (payload, context) => {
  const { org_id: orgId, merged_id: mergedId, user_id: userId, told } = payload;
  const sender = await context.inScope((scope) => mergeNewsHolds(scope, { mergedId, userId, told }));
  if (!sender) return;
  const [person] = await context.database.withIdentity((scope) => earlierPeople(scope, [userId]));
  if (!person || isErased(person.email)) return;
  const { name, email } = person;
  await sendMail(context, {
    id: `merged ${mergedId} ${told}`,
    kind: told === "ended" ? "access_merged" : "portal_merged",
    to: { userId, name, email },
    sender,
    language: readerLanguage(person.language, payload.language ?? undefined),
    values: { name, organization: sender.name },
    url: told === "ended" ? context.links.portalSignIn() : context.links.ofOrganization(orgId, paths.dashboard()),
  });
};
