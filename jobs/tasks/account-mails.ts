import { earlierPeople } from "~/domain/identity/earlier-people.server";
import { accountMail } from "~/domain/payouts/account-mail.server";
import { askedAffiliate } from "~/domain/payouts/ask-details.server";
import { formatDay } from "~/domain/shared/dates";
import { paths } from "~/paths/paths";
import { readerLanguage } from "~/platform/mail/texts.server";
import type { Handler } from "../define-task";
import { sendMail } from "../send-mail";

export const mailAccountLink: Handler<"mail.account_link"> = async (payload, context) => {
  const { org_id: orgId, account_id: id, language } = payload;
  const mail = await context.inScope((scope) => accountMail(scope, id));
  // Once the link is used, the affiliate is told from when the account is paid to.
  if (!mail || mail.effectiveOn) return;
  const secret = context.unseal(payload.link);
  await sendMail(context, {
    id: `account link ${secret}`,
    kind: "account_link",
    to: mail,
    sender: mail.organization,
    language: readerLanguage(mail.language, language),
    values: { name: mail.name, organization: mail.organization.name, account: mail.account },
    url: context.links.ofOrganization(orgId, paths.confirmAccount(secret)),
  });
};

/** One email for each address; all runs of the job send the same ones. */
export const mailAccountEntered: Handler<"mail.account_entered"> = async (payload, context) => {
  const { org_id: orgId, account_id: id } = payload;
  const mail = await context.inScope((scope) => accountMail(scope, id));
  if (!mail?.effectiveOn) return;
  const earlier = await context.database.withIdentity((scope) => earlierPeople(scope, mail.earlierUserIds));
  const receivers = [mail, ...earlier.map(({ id: userId, ...person }) => ({ ...person, userId }))];
  for (const to of receivers) {
    const language = readerLanguage(to.language, payload.language);
    await sendMail(context, {
      id: `account ${id} ${to.userId}`,
      kind: "account_entered",
      to,
      sender: mail.organization,
      language,
      values: {
        name: to.name,
        organization: mail.organization.name,
        account: mail.account,
        date: formatDay(mail.effectiveOn, language),
      },
      url: context.links.ofOrganization(orgId, paths.payoutDetails()),
    });
  }
};

export const mailDetailsWanted: Handler<"mail.details_wanted"> = async (payload, context) => {
  const { org_id: orgId, affiliate_id: id, asked_on: askedOn } = payload;
  const to = await context.inScope((scope) => askedAffiliate(scope, id));
  if (!to) return;
  await sendMail(context, {
    isRoutine: true,
    id: `details ${id} ${askedOn}`,
    kind: "details_wanted",
    to,
    sender: to.organization,
    language: readerLanguage(to.language),
    values: { name: to.name, organization: to.organization.name },
    url: context.links.ofOrganization(orgId, paths.payoutDetails()),
  });
};
