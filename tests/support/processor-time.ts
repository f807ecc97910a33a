/** Returns the CPU milliseconds of this process, which are independent of other work on the machine. */
async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Below this, garbage collection dominates the time. */
const NOISE_MS = 3;

/** After this many measurements, a clear excess is not an accident. */
const CLEAR_AFTER = 6;
const CLEARLY = 3;

const LENGTHS = [2_048, 16_384, 131_072, 1_048_576];

/**
 * Returns why the work on an input takes more than linear time in its length, or null. Eight times the length may take
 * twelve times the time (P10). Each length is measured until it is fast enough, at most `repeats` times, and the
 * minimum counts. On a busy machine the same work sometimes takes several times more CPU time (cold caches, garbage
 * collection). A clear excess ends the measurement early.
 */
export async function moreThanLinear<Input>(
  make: (length: number) => Input,
  work: (input: Input) => unknown,
  { lengths = LENGTHS, repeats = 25 } = {},
): Promise<string | null> {
  let before = Infinity;
  for (const length of lengths) {
    const input = make(length);
    const allowed = 12 * Math.max(before, NOISE_MS);
    let best = Infinity;
    for (let round = 0; round < repeats && (round === 0 || best > allowed); round++) {
      if (round >= CLEAR_AFTER && best > CLEARLY * allowed) break;
      best = Math.min(best, await processorTime(() => work(input)));
    }
    if (best > allowed) return `${length} characters: ${best} ms after ${before} ms for an eighth of them`;
    before = best;
  }
  return null;
}

/** Texts on which superlinear expressions are slow, by name. */
export const hostileTexts: Record<string, (length: number) => string> = {
  letters: (length) => "a".repeat(length),
  digits: (length) => "1".repeat(length),
  "blanks before a letter": (length) => `${" ".repeat(length)}x`,
  "a letter, blanks, a letter": (length) => `x${" ".repeat(length)}x`,
  "line breaks": (length) => `x${"\r\n\t".repeat(length / 3)}x`,
  "an address of dots": (length) => `a@${".".repeat(length)}@`,
  "an address of many parts": (length) => `a@${"a.".repeat(length / 2)}@`,
  "at signs": (length) => "@".repeat(length),
  "web address of dots": (length) => `https://${"a.".repeat(length / 2)}`,
  "web address of slashes": (length) => `https://a.example/${"../".repeat(length / 3)}`,
  "path of slashes": (length) => `/${"/".repeat(length)}`,
  "groups of digits": (length) => `1${",111".repeat(length / 4)}`,
  "points and commas": (length) => `1${".,".repeat(length / 2)}`,
  "a letter, dots, a letter": (length) => `x${".".repeat(length)}x`,
  "minus signs": (length) => "-".repeat(length),
  percent: (length) => `${"1".repeat(length / 2)}${" ".repeat(length / 2)}x%`,
  "no width": (length) => `x${"\u200b".repeat(length)}`,
  joiners: (length) => `x${"\u200d".repeat(length)}`,
  "joined emoji": (length) => "👩\u200d".repeat(length / 3),
  accents: (length) => `e${"\u0301".repeat(length)}`,
  "zero bytes": (length) => "\0".repeat(length),
  "what cannot be read": (length) => "\ufffd".repeat(length),
  "a bar and braces": (length) => `x|${"{".repeat(length)}`,
  tildes: (length) => `on~${"~".repeat(length)}`,
  "parts of a cookie": (length) => "a=b;  ".repeat(length / 6),
  languages: (length) => "de;q=0.1,".repeat(length / 9),
};
