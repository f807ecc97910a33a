import type { IdentityScope } from "../shared/scope";

/** Stores the language a person chose (SET-02); mails and later sign-ins follow it. */
export async function setLanguage(scope: IdentityScope, userId: string, language: string): Promise<void> {
  await scope.db.user.updateMany({ where: { id: userId }, data: { languagePreference: language } });
}
