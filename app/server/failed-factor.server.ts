import { giveSecurityNotice } from "~/domain/identity/security-notice.server";
import type { ErrorCode } from "~/domain/shared/errors";
import { requestLanguage } from "./request-language.server";
import { database } from "./app-context.server";
import { isFailureToTell } from "./rate-limits.server";
import type { RequestContext } from "./session.server";
import { logSignIn } from "./sign-in-log.server";

/**
 * Logs a wrong second factor after a right password, or in a session. From the third one in a day, somebody else may
 * know the password. Then the user is notified, once a day, and also the other owners if the user is an owner.
 */
export async function recordFailedFactor(args: RequestContext, userId: string, code: ErrorCode): Promise<void> {
  logSignIn(args, "factor_failed", { user_id: userId, reason: code });
  if (!(await isFailureToTell(userId))) return;
  const language = await requestLanguage(args.request);
  await database().withIdentity((scope) => giveSecurityNotice(scope, userId, "factor_failed", language));
}
