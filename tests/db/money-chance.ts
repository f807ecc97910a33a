/** Random numbers that a seed repeats (mulberry32). */
export class Chance {
  constructor(private state: number) {}

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** One to five tiers, the steps between them as wide as deals are large. */
  tiers(): [bigint, number][] {
    let from = 0n;
    return Array.from({ length: 1 + this.below(5) }, (_, index) => {
      if (index > 0) from += BigInt(1 + this.below(this.of([100_000, 100_000_000])));
      return [from, this.below(1_001) * 10];
    });
  }

  /** An amount in minor units, and how it is typed. */
  money(currency = this.of(["EUR", "USD", "JPY"])) {
    const minor = BigInt(1 + this.below(this.of([100, 100_000, 100_000_000])));
    const typed = `${minor / 100n},${String(minor % 100n).padStart(2, "0")}`;
    return { minor, currency, amount: currency === "JPY" ? String(minor) : typed };
  }
}
