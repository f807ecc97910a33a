/** Random-looking numbers that are the same in every run. */
export interface SeededRandom {
  /** Returns a whole number from `min` to `max`, inclusive. */
  between(min: number, max: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  chance(percent: number): boolean;
}

/** Returns a generator (mulberry32) seeded with a text. */
export function seededRandom(seed: string): SeededRandom {
  let state = [...seed].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    between,
    pick: (list) => list[between(0, list.length - 1)] ?? list[0],
    chance: (percent) => next() * 100 < percent,
  };
}
