import fs from "node:fs";

/** Variables that hold a secret, or an address with a password. Each may name a file that holds it: `SESSION_SECRET_FILE`. */
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

/**
 * An environment with the secrets that stand in files, as those of containers do. A line break at the end is not part of them.
 *
 * @returns what is wrong as well, a sentence for each variable
 */
export function withSecretFiles(source: Record<string, string | undefined>) {
  const read: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of secretNames) {
    const file = source[`${name}_FILE`];
    if (file === undefined) continue;
    if (source[name] !== undefined) problems.push(`${name}_FILE and ${name} are both set: set one of them`);
    else {
      const problem = readInto(read, name, file);
      if (problem) problems.push(`${name}_FILE ${problem}`);
    }
  }
  return { given: { ...source, ...read }, problems };
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

function readInto(read: Record<string, string>, name: string, file: string): string | null {
  try {
    if (fs.statSync(file).size > LONGEST) return `names ${file}, which is too large for a secret`;
    const text = fs.readFileSync(file, "utf8").replace(/\r?\n$/, "");
    if (text === "") return `names ${file}, which is empty`;
    read[name] = text;
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `names ${file}, which cannot be read (${code})`;
  }
}
