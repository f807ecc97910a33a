import { randomBytes } from "node:crypto";
import { idOfDigits } from "./id-digits";

let last = { ms: 0, count: 0 };

/**
 * Generates an id that sorts by creation time, also within a millisecond: a version 7 UUID with a counter in `rand_a`
 * (RFC 9562, 5.7 and 6.2, method 1). The order holds within one process.
 */
export function timeOrderedId(now = Date.now()): string {
  const full = last.count === 0xfff;
  const ms = Math.max(now, full ? last.ms + 1 : last.ms);
  last = { ms, count: ms === last.ms ? last.count + 1 : 0 };
  const bytes = randomBytes(16);
  bytes.writeUIntBE(ms, 0, 6);
  bytes.writeUInt16BE(0x7000 | last.count, 6);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return idOfDigits(bytes.toString("hex"));
}

/** Returns the lowest id that can be generated at a time or later, to read only newer records. */
export const firstIdOf = (moment: Date): string =>
  idOfDigits(`${Math.max(moment.getTime(), 0).toString(16).padStart(12, "0")}70008${"0".repeat(15)}`);
