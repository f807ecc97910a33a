import type { IdentityScope } from "../shared/scope";

/** Stores the language that a user has chosen (SET-02), which emails and later sign-ins use. */
export async function setLanguage(scope: IdentityScope, userId: string, language: string): Promise<void> {
  await scope.db.user.updateMany({ where: { id: userId }, data: { languagePreference: language } });
}
