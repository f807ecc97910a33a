import { z } from "zod";
import { readerLanguage } from "~/platform/mail/texts.server";
import { defineTask } from "../define-task";
import { sendMail } from "../send-mail";

const sealedPerson = z.object({ name: z.string(), email: z.string(), organization: z.string().optional() });

/**
 * Tells somebody that their account, or their access to a portal, has ended: nobody else knows their address any more.
 */
export const mailFarewell = defineTask("mail.farewell", async (payload, context) => {
  const { name, email, organization } = sealedPerson.parse(JSON.parse(context.unseal(payload.person)));
  await sendMail(context, {
    id: `farewell ${payload.mail_id}`,
    kind: payload.kind,
    to: { userId: null, name, email },
    language: readerLanguage(null, payload.language),
    values: { name, ...(organization && { agency: organization }) },
    url: context.links.home(),
  });
});
