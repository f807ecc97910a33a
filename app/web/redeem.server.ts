import { activateAffiliate } from "~/domain/affiliates/activate-affiliate.server";
import { redeemLink, type RedeemedLink } from "~/domain/identity/redeem-link.server";
import { startSession } from "~/domain/identity/session.server";
import { DomainError } from "~/domain/shared/errors";
import { requestLanguage } from "~/i18n/i18n.server";
import { database } from "./app-context.server";
import { signIn, type Call, type Entrant } from "./session.server";
import { logSignIn } from "./sign-in-log.server";

/** Uses a one-time link up and signs its owner in at the door the link is for. Throws what redeemLink throws. */
export async function redeemAndSignIn(
  call: Call,
  secret: string,
  newPasswordHash?: string,
): Promise<Response> {
  try {
    return await redeem(call, secret, newPasswordHash);
  } catch (refusal) {
    if (refusal instanceof DomainError) {
      const { purpose } = refusal.params;
      logSignIn(call, "link_refused", { reason: refusal.code, ...(purpose && { purpose: String(purpose) }) });
    }
    throw refusal;
  }
}

async function redeem(call: Call, secret: string, newPasswordHash: string | undefined): Promise<Response> {
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
    return { ...link, affiliation, secret: session, wanted: link.redirectTo, welcome: welcomeOf(link) };
  });
  const { affiliation, purpose, userId, setsPassword } = entrant;
  logSignIn(call, "link_used", { purpose, user_id: userId });
  if (setsPassword) logSignIn(call, "password_changed", { user_id: userId });
  if (affiliation) {
    await database().withOrg(affiliation.orgId, { kind: "job", name: "sign-in" }, (scope) =>
      activateAffiliate(scope, affiliation.affiliateId),
    );
  }
  return answer;
}

function welcomeOf({ purpose, setsPassword }: RedeemedLink): Entrant["welcome"] {
  if (!setsPassword) return "signed_in";
  return purpose === "confirm" ? "account_created" : "password_saved";
}
