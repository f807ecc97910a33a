import { expect, it } from "vitest";
import { unpackWoff } from "./woff.server";

it("rejects a file that is not a WOFF 1.0 file", () => {
  expect(() => unpackWoff(Buffer.from("wOF2 and more than enough bytes for a header"))).toThrow(RangeError);
});
