import fs from "node:fs";
import { fileTroubleOf } from "./file-trouble.server";

/** Variables with a secret or a URL with a password. Each has a variant that names a file: `SESSION_SECRET_FILE`. */
export const secretNames = [
  "DATABASE_URL",
  "DATABASE_APP_URL",
  "DATABASE_LIVE_URL",
  "SESSION_SECRET",
  "BANK_DATA_KEY",
  "BANK_DATA_KEY_EARLIER",
  "SMTP_URL",
  "FILES_URL",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
] as const;

/** Max length of a secret. */
const MAX_BYTES = 10_000;

/** A variable that names a file, and the file's content. */
export interface SecretFile {
  /** Such as SESSION_SECRET_FILE. */
  variable: string;
  file: string;
  /** Why the secret cannot be read, without a subject; null if it can. */
  problem: string | null;
  /** Null if there is a problem. */
  secret: string | null;
}

/** Reads the secret files that an environment names. Empty variables count as unset. */
export function readSecretFiles(source: Record<string, string | undefined>): SecretFile[] {
  return secretNames.flatMap((name) => {
    const variable = `${name}_FILE`;
    const file = source[variable];
    if (!file) return [];
    const found = source[name] ? { problem: `and ${name} are both set: set one of them`, secret: null } : read(file);
    return [{ variable, file, ...found }];
  });
}

/**
 * Adds secrets from files, such as container secrets, to an environment. A trailing line break is removed.
 *
 * @returns the environment and one problem sentence per variable
 */
export function withSecretFiles(source: Record<string, string | undefined>) {
  const files = readSecretFiles(source);
  const secrets = files.map(({ variable, secret }) => [variable.replace(/_FILE$/, ""), secret] as const);
  return {
    given: { ...source, ...Object.fromEntries(secrets.filter(([, secret]) => secret !== null)) },
    problems: files.flatMap(({ variable, problem }) => (problem === null ? [] : [`${variable} ${problem}`])),
  };
}

/** Replaces the file variables of an environment by the secrets, so that later readers need no files. */
export function settleSecrets(
  target: Record<string, string | undefined>,
  secrets: Partial<Record<(typeof secretNames)[number], string | undefined>>,
): void {
  for (const name of secretNames) {
    if (target[`${name}_FILE`] === undefined) continue;
    delete target[`${name}_FILE`];
    target[name] = secrets[name];
  }
}

function read(file: string): Pick<SecretFile, "problem" | "secret"> {
  const wrong = (problem: string) => ({ problem: `names "${file}", which ${problem}`, secret: null });
  try {
    if (fs.statSync(file).size > MAX_BYTES) return wrong("is too large for a secret");
    const secret = fs.readFileSync(file, "utf8").replace(/\r?\n$/, "");
    return secret.trim() === "" ? wrong("is empty") : { problem: null, secret };
  } catch (error) {
    return wrong(fileTroubleOf(error)?.what ?? `cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
