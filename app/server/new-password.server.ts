import { DomainError } from "~/domain/shared/errors";
import { hashPassword } from "~/platform/passwords.server";

let common: Promise<ReadonlySet<string>> | undefined;

/** The passwords that are tried first by whoever guesses: some ten thousand, loaded when the first one is chosen. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  return (common ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map(String)),
  ));
}

/**
 * The hash of a password that somebody chooses.
 * Throws `password_common`.
 */
export async function hashNewPassword(password: string): Promise<string> {
  if ((await commonPasswords()).has(password.toLowerCase())) {
    throw new DomainError("password_common", {}, "password");
  }
  return hashPassword(password);
}
