import { deletionMail, noteDeletionMailed } from "~/domain/subscriptions/warn-of-deletion.server";
import { formatDay } from "~/domain/shared/dates";
import { paths } from "~/paths/paths";
import { mailTexts, readerLanguage } from "~/platform/mail/texts.server";
import { defineTask, jobScope } from "../define-task";
import { sendMail } from "../send-mail";

export const mailDeletionWarning = defineTask("mail.deletion_warning", async (payload, context) => {
  const { org_id: orgId, warning_id: id } = payload;
  const job = { name: "mail.deletion_warning", orgId } as const;
  const found = await jobScope(context, job, (scope) => deletionMail(scope, id));
  if (!found) return;
  const language = readerLanguage(found.language);
  const { name, organization: company, because, keptUntil } = found;
  const why = (await mailTexts(language))(`paused_because.${because}`);
  const isSent = await sendMail(context, {
    id: `deletion ${id}`,
    kind: "deletion_near",
    to: found,
    language,
    values: { name, company, why, date: formatDay(keptUntil, language) },
    url: context.links.ofOrganization(orgId, paths.pricing()),
  });
  if (isSent) await jobScope(context, job, (scope) => noteDeletionMailed(scope, id));
});
