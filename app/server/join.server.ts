import { accountState, activateInvitedUser, type AccountState } from "~/domain/identity/admit-invited.server";
import { beginSession } from "~/domain/identity/begin-session.server";
import { ensureUser } from "~/domain/identity/ensure-user.server";
import { acceptInvitation } from "~/domain/members/accept-invitation.server";
import { organizationOfSecret } from "~/domain/members/member-link.server";
import { readInvitation, type Invitation } from "~/domain/members/read-invitation.server";
import { refuseContact } from "~/domain/shared/contact-in-name";
import { DomainError } from "~/domain/shared/errors";
import { isPaused } from "~/domain/subscriptions/require-active.server";
import { requestLanguage } from "./request-language.server";

import { database } from "./app-context.server";
import { hashNewPassword } from "./new-password.server";
import { invitedScope, joiningScope } from "./special-scopes.server";
import { signIn, type RequestContext } from "./session.server";
import { logSignIn } from "./sign-in-log.server";

/** An invitation as its link shows it. */
export interface ShownInvitation extends Invitation {
  orgId: string;
  /** What the invited person must enter: without an account a name and a password, without a password only that. */
  account: AccountState;
}

/** Returns the invitation of a link. Throws what readInvitation throws, and `invitation_paused`. */
export async function openInvitation(secret: string): Promise<ShownInvitation> {
  const orgId = organizationOfSecret(secret);
  if (!orgId) throw new DomainError("link_unknown");
  const invitation = await invitedScope(orgId, async (scope) => {
    const found = await readInvitation(scope, secret);
    // Check this before anything is created for the person.
    if (await isPaused(scope)) throw new DomainError("invitation_paused");
    return found;
  });
  const account = await database().withIdentity((scope) => accountState(scope, invitation.email));
  return { ...invitation, orgId, account };
}

/**
 * Redeems an invitation link and signs the user in to the organization. Joining and the end of the link share the first
 * transaction. If signing in fails, the user still belongs to the organization and can sign in or up as usual. Throws
 * what openInvitation throws, and `name_has_contact` (field name).
 */
export async function joinAndSignIn(
  args: RequestContext,
  secret: string,
  chosen: { name?: string | undefined; password?: string | undefined },
): Promise<Response> {
  const { orgId, email, role, organization } = await openInvitation(secret);
  if (chosen.name) refuseContact(chosen.name, "name", [email]);
  const language = await requestLanguage(args.request);
  const passwordHash = chosen.password
    ? await hashNewPassword(chosen.password, {
        email,
        organizations: [organization],
        ...(chosen.name && { name: chosen.name }),
      })
    : undefined;
  const { id: userId } = await database().withIdentity((scope) =>
    ensureUser(scope, { email, name: chosen.name ?? email, language }),
  );
  await joiningScope(orgId, { userId, role }, (scope) => acceptInvitation(scope, secret));
  const { entrant, answer } = await signIn(args, async (scope, browser) => {
    const admitted = await activateInvitedUser(scope, userId, { language, name: chosen.name, passwordHash });
    const session = await beginSession(scope, { ...browser, userId, door: "staff", orgId });
    const { setsPassword } = admitted;
    return {
      ...admitted,
      ...session,
      userId,
      wanted: null,
      welcome: setsPassword ? ("account_created" as const) : ("signed_in" as const),
    };
  });
  logSignIn(args, "link_used", { purpose: "join", user_id: userId });
  if (entrant.setsPassword) logSignIn(args, "password_changed", { user_id: userId });
  return answer;
}
