import { DomainError, type ErrorCode } from "~/domain/shared/errors";
import { hashPassword } from "~/platform/passwords.server";

/** What a password must not be made of: what anybody knows of who chooses it. */
export interface KnownOf {
  name?: string;
  email?: string;
  /** Names of the organisations they belong to. */
  organizations?: readonly string[];
}

const PRODUCT = "finderlohn";
/**
 * A password has to take more guesses than an attacker gets: 100 in a row (attempt-limits.server.ts), and a stolen hash
 * some more.
 */
const MOST_EASY = 1;
/** Guessing begins at the front, and the time to look for patterns grows faster than the length. */
const LOOKED_AT = 32;

type Guess = (
  password: string,
  personal: string[],
) => { score: number; sequence: { pattern: string; dictionaryName?: string }[] };

let loaded: Promise<Guess> | undefined;

/**
 * Looks for patterns as somebody does who guesses: common passwords, words and names (German ones too), rows of keys,
 * repeats, dates.
 * Some megabytes, loaded when the first password is chosen.
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
    // Digits in place of letters: with more ways to read them, a password made for it takes seconds.
    l33tMaxSubstitutions: 4,
  });
  return zxcvbn as unknown as Guess;
}

/**
 * The hash of a password that somebody chooses. `of`: what anybody knows of them, which it must not be made of.
 * Throws `password_common`, `password_personal`, `password_pattern`, `password_easy` (of the `field`).
 */
export async function hashNewPassword(password: string, of: KnownOf, field = "password"): Promise<string> {
  const found = (await guess())(password.slice(0, LOOKED_AT), personalWords(of));
  if (found.score <= MOST_EASY) throw new DomainError(reasonOf(found.sequence), {}, field);
  return hashPassword(password);
}

/** Why it is too easy, by the part that says most about it. */
function reasonOf(sequence: ReturnType<Guess>["sequence"]): Extract<ErrorCode, `password_${string}`> {
  const has = (wanted: string) =>
    sequence.some(({ pattern, dictionaryName }) => pattern === wanted || dictionaryName === wanted);
  if (has("userInputs")) return "password_personal";
  if (sequence.length === 1 && has("passwords-common")) return "password_common";
  if (has("spatial") || has("repeat") || has("sequence")) return "password_pattern";
  return "password_easy";
}

/** Names and addresses, whole and in their words. */
function personalWords({ name = "", email = "", organizations = [] }: KnownOf): string[] {
  const texts = [name, email, ...organizations];
  const words = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const joined = texts.map((text) => text.replace(/[^\p{L}\p{N}]+/gu, ""));
  return [...new Set([PRODUCT, ...texts, ...words, ...joined].map((text) => text.toLowerCase()))].filter(
    (text) => text.length > 2,
  );
}
