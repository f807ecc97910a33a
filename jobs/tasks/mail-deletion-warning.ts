import { deletionMail, noteDeletionMailed } from "~/domain/subscriptions/warn-of-deletion.server";
import { formatDay } from "~/domain/shared/dates";
import { paths } from "~/paths/paths";
import { composeMail } from "~/platform/mail/compose.server";
import { readerLanguage } from "~/platform/mail/texts.server";
import { defineTask, jobScope } from "../define-task";

export const mailDeletionWarning = defineTask("mail.deletion_warning", async (payload, context) => {
  const { org_id: orgId, warning_id: id } = payload;
  const job = { name: "mail.deletion_warning", orgId } as const;
  const found = await jobScope(context, job, (scope) => deletionMail(scope, id));
  if (!found) return;
  const language = readerLanguage(found.language);
  const { name, email, organization: company, keptUntil } = found;
  const values = { name, company, date: formatDay(keptUntil, language) };
  const url = context.links.ofOrganization(orgId, paths.pricing());
  await context.mailer.send(
    { name, address: email },
    await composeMail(language, "deletion_near", values, url),
    `deletion ${id}`,
  );
  await jobScope(context, job, (scope) => noteDeletionMailed(scope, id));
});
