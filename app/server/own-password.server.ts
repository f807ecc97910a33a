import { changePassword } from "~/domain/identity/change-password.server";
import { requestLanguage } from "./request-language.server";
import { database } from "./app-context.server";
import { clearGuesses } from "./rate-limits.server";
import { hashNewPassword } from "./new-password.server";
import { namesOfOrganizations } from "./open-scope.server";
import { requireProven } from "./prove.server";
import { currentSecret, type RequestContext } from "./session.server";
import { logSignIn } from "./sign-in-log.server";

/**
 * Changes the password of the signed-in user and ends their other sessions. Throws what hashNewPassword throws (field
 * new_password), `proof_required`.
 */
export async function changeOwnPassword(args: RequestContext, password: string): Promise<void> {
  const user = await requireProven(args, "account.change_password");
  const organizations = await namesOfOrganizations(user.memberships.map(({ orgId }) => orgId));
  const { name, email } = user;
  const passwordHash = await hashNewPassword(password, { name, email, organizations }, "new_password");
  const kept = await currentSecret(args.request);
  const language = await requestLanguage(args.request);
  await database().withIdentity((scope) => changePassword(scope, user.id, { passwordHash, kept, language }));
  await clearGuesses({ userId: user.id, email });
  logSignIn(args, "password_changed", { user_id: user.id });
}
