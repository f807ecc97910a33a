/** Random numbers repeatable by a seed (mulberry32). */
export class Chance {
  constructor(private state: number) {}

  /** Returns a whole number from 0 to below `limit`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** Returns one to five tiers with steps about as large as deals. */
  tiers(): [bigint, number][] {
    let from = 0n;
    return Array.from({ length: 1 + this.below(5) }, (_, index) => {
      if (index > 0) from += BigInt(1 + this.below(this.of([100_000, 100_000_000])));
      return [from, this.below(1_001) * 10];
    });
  }

  /** Returns an amount in minor units, and its entered text. */
  money(currency = this.of(["EUR", "USD", "JPY"])) {
    const minor = BigInt(1 + this.below(this.of([100, 100_000, 100_000_000])));
    const typed = `${minor / 100n},${String(minor % 100n).padStart(2, "0")}`;
    return { minor, currency, amount: currency === "JPY" ? String(minor) : typed };
  }
}
