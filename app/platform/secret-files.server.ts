import fs from "node:fs";
import { fileTroubleOf } from "./file-trouble.server";

/**
 * Variables that hold a secret, or an address with a password. Each may name a file that holds it:
 * `SESSION_SECRET_FILE`.
 */
export const secretNames = [
  "DATABASE_URL",
  "DATABASE_APP_URL",
  "DATABASE_LIVE_URL",
  "SESSION_SECRET",
  "SMTP_URL",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
] as const;

/** No secret is longer. */
const LONGEST = 10_000;

/** What is found of a variable that names a file. */
export interface SecretFile {
  /** Such as SESSION_SECRET_FILE. */
  variable: string;
  file: string;
  /** Why there is no secret, without a subject; null when there is one. */
  problem: string | null;
  /** Null with a problem. */
  secret: string | null;
}

/** The files with secrets that an environment names. Empty variables count as unset. */
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
 * An environment with the secrets that stand in files, as those of containers do. A line break at the end is not part
 * of them.
 *
 * @returns what is wrong as well, a sentence for each variable
 */
export function withSecretFiles(source: Record<string, string | undefined>) {
  const files = readSecretFiles(source);
  const secrets = files.map(({ variable, secret }) => [variable.replace(/_FILE$/, ""), secret] as const);
  return {
    given: { ...source, ...Object.fromEntries(secrets.filter(([, secret]) => secret !== null)) },
    problems: files.flatMap(({ variable, problem }) => (problem === null ? [] : [`${variable} ${problem}`])),
  };
}

/** Has an environment name the secrets themselves, for whatever reads it again. */
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
    if (fs.statSync(file).size > LONGEST) return wrong("is too large for a secret");
    const secret = fs.readFileSync(file, "utf8").replace(/\r?\n$/, "");
    return secret.trim() === "" ? wrong("is empty") : { problem: null, secret };
  } catch (error) {
    return wrong(fileTroubleOf(error)?.what ?? `cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
