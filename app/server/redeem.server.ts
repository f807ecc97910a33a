import { activateAffiliate } from "~/domain/affiliates/activate-affiliate.server";
import { redeemLink } from "~/domain/identity/redeem-link.server";
import type { RedeemedLink } from "~/domain/identity/redeemed-link";
import { beginSession } from "~/domain/identity/begin-session.server";
import { DomainError } from "~/domain/shared/errors";
import type { Scope } from "~/domain/shared/scope";
import { requestLanguage } from "./request-language.server";
import { database } from "./app-context.server";
import { clearGuesses } from "./rate-limits.server";
import { signIn, type RequestContext, type AuthenticatedUser } from "./session.server";
import { signUpBrowser } from "./sign-up-browser.server";
import { logSignIn } from "./sign-in-log.server";

/** Redeems a one-time link and signs its user in where the link leads. Throws what redeemLink throws. */
export async function redeemAndSignIn(
  args: RequestContext,
  secret: string,
  newPasswordHash?: string,
): Promise<Response> {
  try {
    return await redeem(args, secret, newPasswordHash);
  } catch (refusal) {
    if (refusal instanceof DomainError) {
      const { purpose } = refusal.params;
      logSignIn(args, "link_refused", { reason: refusal.code, ...(purpose && { purpose: String(purpose) }) });
    }
    throw refusal;
  }
}

async function redeem(args: RequestContext, secret: string, newPasswordHash: string | undefined): Promise<Response> {
  const language = await requestLanguage(args.request);
  const signedUp = await signUpBrowser(args.request);
  const { entrant, answer } = await signIn(args, async (scope, browser) => {
    const given = { language, browser: signedUp, ...(newPasswordHash && { newPasswordHash }) };
    const link = await redeemLink(scope, secret, given);
    const affiliations = link.orgId ? await scope.affiliations(link.userId) : [];
    const affiliation = affiliations.find((one) => one.orgId === link.orgId);
    const session = await beginSession(scope, {
      ...browser,
      userId: link.userId,
      door: affiliation ? "affiliate" : "staff",
      affiliateOrgId: affiliation?.orgId ?? null,
      handedOut: link.handedOut,
    });
    return { ...link, affiliation, ...session, wanted: link.redirectTo, welcome: welcomeOf(link) };
  });
  const { affiliation, purpose, userId, setsPassword } = entrant;
  logSignIn(args, "link_used", { purpose, user_id: userId });
  if (purpose === "new-email" || purpose === "keep-email") logSignIn(args, "email_changed", { user_id: userId });
  if (setsPassword) {
    logSignIn(args, "password_changed", { user_id: userId });
    await clearGuesses(entrant);
  }
  if (affiliation) {
    const job = { kind: "job", name: "sign-in" } as const;
    const activate = (scope: Scope) => activateAffiliate(scope, affiliation.affiliateId);
    await database().withOrg(affiliation.orgId, job, activate, "sign_in");
  }
  return answer;
}

function welcomeOf({ purpose, setsPassword }: RedeemedLink): AuthenticatedUser["welcome"] {
  if (purpose === "new-email") return "email_changed";
  if (!setsPassword) return "signed_in";
  return purpose === "confirm" ? "account_created" : "password_saved";
}
