import { closingMail } from "~/domain/members/closing-mail.server";
import { closingPortalMail } from "~/domain/members/closing-portal.server";
import { formatDay } from "~/domain/shared/dates";
import { paths } from "~/paths/paths";
import { mailTexts, readerLanguage } from "~/platform/mail/texts.server";
import type { Handler } from "../define-task";
import { sendMail } from "../send-mail";

/** Tells a member that their organization was closed or opened again. Nobody can unsubscribe from it. */
export const mailClosing: Handler<"mail.closing"> = async (payload, context) => {
  const { org_id: orgId, user_id: userId, told, by, at } = payload;
  const mail = await context.inScope((scope) => closingMail(scope, { userId, told, by }));
  if (!mail) return;
  const language = readerLanguage(mail.language);
  const values = {
    name: mail.name,
    company: mail.organization,
    by: mail.by ?? (await mailTexts(language))("by_operator"),
  };
  const message = { id: `closing ${orgId} ${userId} ${told} ${at}`, to: mail, language };
  if (mail.until === null) {
    const url = context.links.ofOrganization(orgId, paths.leads());
    await sendMail(context, { ...message, kind: "organization_reopened", values, url });
  } else {
    await sendMail(context, {
      ...message,
      kind: mail.isOwner ? "organization_closed" : "organization_closed_member",
      values: { ...values, date: formatDay(mail.until, language) },
      url: context.links.ofOrganization(orgId, paths.closed()),
    });
  }
};

/** Tells an affiliate with open commissions the same. Nobody can unsubscribe from it. */
export const mailClosingPortal: Handler<"mail.closing_portal"> = async (payload, context) => {
  const { org_id: orgId, affiliate_id: affiliateId, told, at } = payload;
  const mail = await context.inScope((scope) => closingPortalMail(scope, { affiliateId, told }));
  if (!mail) return;
  const language = readerLanguage(mail.language);
  const values = { name: mail.name, company: mail.organization.name };
  const message = {
    id: `closing ${orgId} ${affiliateId} ${told} ${at}`,
    to: mail,
    sender: mail.organization,
    language,
  };
  if (mail.until === null) {
    const url = context.links.ofOrganization(orgId, paths.dashboard());
    await sendMail(context, { ...message, kind: "portal_reopened", values, url });
  } else {
    await sendMail(context, {
      ...message,
      kind: "portal_closed",
      values: { ...values, date: formatDay(mail.until, language) },
      url: context.links.ofOrganization(orgId, paths.portalClosed()),
    });
  }
};
