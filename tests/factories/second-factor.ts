import { createSealer } from "~/platform/seal.server";
import { newTotpSecret } from "~/platform/totp.server";
import { TEST_SECRET, type TestDatabase } from "../support/database";

/** Gives a user an authenticator app; their sessions have used its code some time ago. Returns its secret. */
export async function withAuthenticator(db: TestDatabase, userId: string): Promise<string> {
  const secret = newTotpSecret();
  const sealed = createSealer(TEST_SECRET).seal(`totp ${userId} ${secret}`);
  await db.ownerPool.query("insert into authenticator_app (user_id, secret, confirmed_at) values ($1, $2, now())", [
    userId,
    sealed,
  ]);
  await db.ownerPool.query("update session set factor_at = now() - interval '1 hour' where user_id = $1", [userId]);
  return secret;
}
