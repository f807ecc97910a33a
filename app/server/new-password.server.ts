import { DomainError, type ErrorCode } from "~/domain/shared/errors";
import { hashPassword } from "~/platform/passwords.server";

/** Public facts about the user, which a password must not be made of. */
export interface KnownOf {
  name?: string;
  email?: string;
  /** Names of the user's organizations. */
  organizations?: readonly string[];
}

const PRODUCT = "finderlohn";
/**
 * A password must take more guesses than an attacker gets: 100 in a row (rate-limits.server.ts), and some more
 * against a stolen hash.
 */
const MAX_EASY_SCORE = 1;
/**
 * Characters that are inspected. Guessing begins at the front, and the time to find patterns grows faster than the
 * length.
 */
const LOOKED_AT = 32;

type Guess = (
  password: string,
  personal: string[],
) => { score: number; sequence: { pattern: string; dictionaryName?: string }[] };

let loaded: Promise<Guess> | undefined;

/**
 * Loads the pattern matcher: common passwords, words and names (German ones too), keyboard rows, repeats, dates. It
 * takes some megabytes, so it is loaded when the first password is chosen.
 */
function guess(): Promise<Guess> {
  return (loaded ??= load());
}

async function load(): Promise<Guess> {
  const [{ zxcvbn, zxcvbnOptions }, common, german] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-de"),
  ]);
  zxcvbnOptions.setOptions({
    dictionary: { ...common.dictionary, ...german.dictionary } as Record<string, (string | number)[]>,
    graphs: common.adjacencyGraphs,
    // Digits in place of letters. With more substitutions, a crafted password takes seconds.
    l33tMaxSubstitutions: 4,
  });
  return zxcvbn as unknown as Guess;
}

/**
 * Hashes a newly chosen password. `of` are public facts about the user, which it must not be made of. Throws
 * `password_common`, `password_personal`, `password_pattern`, `password_easy` (of the `field`).
 */
export async function hashNewPassword(password: string, of: KnownOf, field = "password"): Promise<string> {
  const found = (await guess())(password.slice(0, LOOKED_AT), personalWords(of));
  if (found.score <= MAX_EASY_SCORE) throw new DomainError(reasonOf(found.sequence), {}, field);
  return hashPassword(password);
}

/** Returns why a password is too easy, by its most telling part. */
function reasonOf(sequence: ReturnType<Guess>["sequence"]): Extract<ErrorCode, `password_${string}`> {
  const has = (wanted: string) =>
    sequence.some(({ pattern, dictionaryName }) => pattern === wanted || dictionaryName === wanted);
  if (has("userInputs")) return "password_personal";
  if (sequence.length === 1 && has("passwords-common")) return "password_common";
  if (has("spatial") || has("repeat") || has("sequence")) return "password_pattern";
  return "password_easy";
}

/** Returns names and addresses, whole and word by word. */
function personalWords({ name = "", email = "", organizations = [] }: KnownOf): string[] {
  const texts = [name, email, ...organizations];
  const words = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const joined = texts.map((text) => text.replace(/[^\p{L}\p{N}]+/gu, ""));
  return [...new Set([PRODUCT, ...texts, ...words, ...joined].map((text) => text.toLowerCase()))].filter(
    (text) => text.length > 2,
  );
}
