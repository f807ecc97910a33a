import { activateAffiliate } from "~/domain/affiliates/activate-affiliate.server";
import { redeemLink } from "~/domain/identity/redeem-link.server";
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
  const { link, affiliation } = await database().withIdentity(async (scope) => {
    const redeemed = await redeemLink(scope, secret, {
      language,
      ...(newPasswordHash && { newPasswordHash }),
    });
    const affiliations = redeemed.orgId ? await scope.affiliations(redeemed.userId) : [];
    return { link: redeemed, affiliation: affiliations.find((one) => one.orgId === redeemed.orgId) };
  });
  if (affiliation) {
    await database().withOrg(affiliation.orgId, { kind: "job", name: "sign-in" }, (scope) =>
      activateAffiliate(scope, affiliation.affiliateId),
    );
  }
  const person = {
    userId: link.userId,
    door: affiliation ? ("affiliate" as const) : ("staff" as const),
    affiliateOrgId: affiliation?.orgId ?? null,
    handedOut: link.handedOut,
    languagePreference: link.languagePreference,
  };
  return signIn(call, person, link.redirectTo);
}
