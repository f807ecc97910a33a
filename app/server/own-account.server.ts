import { beginEmailChange } from "~/domain/identity/change-email.server";
import { changeName } from "~/domain/identity/change-name.server";
import { DomainError } from "~/domain/shared/errors";
import { requestLanguage } from "~/i18n/i18n.server";
import { database } from "./app-context.server";
import { countAttempt, mayMail } from "./attempt-limits.server";
import { requireProven } from "./prove.server";
import type { RequestContext } from "./session.server";
import { logSignIn } from "./sign-in-log.server";

/** Gives the person signed in another name. Throws `name_has_contact` (field name). */
export async function changeOwnName(args: RequestContext, name: string): Promise<void> {
  const { id } = await requireProven(args, "account.change_name");
  const language = await requestLanguage(args.request);
  await database().withIdentity((scope) => changeName(scope, id, { name, language }));
  logSignIn(args, "name_changed", { user_id: id });
}

/**
 * Begins to change the address of the person signed in. Throws `email_same` (field email), `email_of_affiliate`, `proof_required`,
 * `too_many_attempts`.
 */
export async function changeOwnEmail(args: RequestContext, email: string): Promise<void> {
  const { id } = await requireProven(args, "account.change_email");
  await countAttempt(args, "send-again", id);
  // Somebody else may have this mailbox.
  if (!(await mayMail(args, "confirm", email))) {
    throw new DomainError("too_many_attempts", { count: 60, seconds: 3600 });
  }
  const language = await requestLanguage(args.request);
  await database().withIdentity((scope) => beginEmailChange(scope, id, { email, language }));
}
