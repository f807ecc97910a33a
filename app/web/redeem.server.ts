import { activateAffiliate } from "~/domain/affiliates/activate-affiliate.server";
import { redeemLink } from "~/domain/identity/redeem-link.server";
import { startSession } from "~/domain/identity/session.server";
import { requestLanguage } from "~/i18n/i18n.server";
import { database } from "./app-context.server";
import { signIn, type Call } from "./session.server";

/** Uses a one-time link up and signs its owner in at the door the link is for. Throws what redeemLink throws. */
export async function redeemAndSignIn(
  call: Call,
  secret: string,
  newPasswordHash?: string,
): Promise<Response> {
  const language = await requestLanguage(call.request);
  const { entrant, answer } = await signIn(call, async (scope, browser) => {
    const link = await redeemLink(scope, secret, { language, ...(newPasswordHash && { newPasswordHash }) });
    const affiliations = link.orgId ? await scope.affiliations(link.userId) : [];
    const affiliation = affiliations.find((one) => one.orgId === link.orgId);
    const session = await startSession(scope, {
      ...browser,
      userId: link.userId,
      door: affiliation ? "affiliate" : "staff",
      affiliateOrgId: affiliation?.orgId ?? null,
      handedOut: link.handedOut,
    });
    return { ...link, affiliation, secret: session, wanted: link.redirectTo };
  });
  const { affiliation } = entrant;
  if (affiliation) {
    await database().withOrg(affiliation.orgId, { kind: "job", name: "sign-in" }, (scope) =>
      activateAffiliate(scope, affiliation.affiliateId),
    );
  }
  return answer;
}
