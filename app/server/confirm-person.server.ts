import { passwordCandidates } from "~/domain/identity/check-password.server";
import type { CurrentUser } from "~/domain/identity/session.server";
import { DomainError } from "~/domain/shared/errors";
import { verifyPassword } from "~/platform/passwords.server";
import { database } from "./app-context.server";
import { countAttempt, takeAttemptBack } from "./attempt-limits.server";
import type { RequestContext } from "./session.server";

/**
 * Makes sure that it is the person themselves who asks for something that cannot be taken back, and not somebody at their
 * desk. The one place that decides what they have to show for it.
 * Throws `password_wrong` (field password), `too_many_attempts`.
 */
export async function confirmPerson(
  args: RequestContext,
  user: Pick<CurrentUser, "email">,
  shown: { password: string },
): Promise<void> {
  await countAttempt(args, "confirm-person", user.email);
  const { account } = await database().withIdentity((scope) => passwordCandidates(scope, user.email));
  if (!(await verifyPassword(account?.passwordHash ?? null, shown.password))) {
    throw new DomainError("password_wrong", {}, "password");
  }
  await takeAttemptBack(args, "confirm-person", user.email);
}
