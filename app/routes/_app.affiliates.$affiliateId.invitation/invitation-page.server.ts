import type { LoaderFunctionArgs } from "@remix-run/node";
import type { AffiliateDetails } from "~/domain/affiliates/read-affiliate.server";
import { readInvitation } from "~/domain/affiliates/read-invitation.server";
import { LINK_LIFETIME_MS } from "~/domain/identity/one-time-link";
import { formatDay, formatTime, todayIn } from "~/domain/shared/dates";
import { requestLanguage, translator } from "~/server/request-language.server";
import { links } from "~/server/app-context.server";
import { readHandedLink } from "~/server/handed-link.server";
import { staffScope } from "~/server/open-scope.server";

/** When an invitation was emailed, as text. */
export interface Mailed {
  at: string;
  /** When its link expires; null if it has expired. */
  until: string | null;
}

/** What the dialog shows. */
export interface InvitationPage {
  mailed: Mailed | null;
  message: Message;
  /** True if a mail server has reported that the address does not exist. */
  refused: boolean;
}

export interface Message {
  text: string;
  /** When the link in the text expires; null if it leads to the sign-in page. */
  linkUntil: string | null;
  /** True if a link can be made. */
  mayHandOut: boolean;
}

/** Loads the dialog: the email and the message to copy. Times are formatted on the server, because browsers differ. */
export async function readInvitationPage(
  args: LoaderFunctionArgs,
  affiliate: AffiliateDetails,
): Promise<InvitationPage> {
  const { request, context } = args;
  const found = await staffScope({ request, context }, async (scope, user) => ({
    organization: await scope.organization(),
    state: await readInvitation(scope, affiliate.id),
    user,
    now: scope.now,
  }));
  const { organization, state, user, now } = found;
  if (!state) throw new Response(null, { status: 404, statusText: "Not Found" });
  const language = await requestLanguage(request);
  const { timeZone } = organization;
  const time = (moment: Date) => formatTime(moment, timeZone);
  const day = (moment: Date) => formatDay(todayIn(timeZone, moment), language);

  const { mailed, mayHandOut, refused } = state;
  const link = mayHandOut ? await readHandedLink(request, { by: user.id, userId: state.userId, now }) : null;
  const t = await translator(request);
  const text = t(`affiliates:invitation.body_${link ? "link" : "login"}`, {
    name: affiliate.name,
    email: affiliate.email,
    organization: organization.name,
    inviter: user.name,
    login: links().portalSignIn(),
    link: link && links().oneTime(link.secret),
  });
  return {
    refused,
    mailed: mailed && {
      at: `${day(mailed.sentAt)}, ${time(mailed.sentAt)}`,
      until: mailed.expired ? null : time(mailed.validUntil),
    },
    message: { text, linkUntil: link && time(new Date(link.at + LINK_LIFETIME_MS)), mayHandOut },
  };
}
