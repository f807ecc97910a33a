import { expect, test, vi } from "vitest";
import { moreThanLinear } from "./support/processor-time";

vi.setConfig({ testTimeout: 60_000 });

const lengths = [1_000, 8_000];
const text = (length: number) => "x".repeat(length);

/** Keeps the processor busy for some milliseconds. */
function work(milliseconds: number): void {
  const begun = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(begun);
    if (user + system >= milliseconds * 1000) return;
  }
}

test("[P10] quadratic time is detected", async () => {
  const square = ({ length }: string) => work((length / 1_000) ** 2 * 4);
  expect(await moreThanLinear(text, square, { lengths })).toMatch(/^8000 /);
  const straight = ({ length }: string) => work((length / 1_000) * 4);
  expect(await moreThanLinear(text, straight, { lengths })).toBeNull();
});

test("[P10] several slow measurements in a row do not fail, because the minimum counts", async () => {
  let measured = 0;
  const slowAtFirst = ({ length }: string) => work(length === 1_000 || ++measured > 9 ? 0 : 60);
  expect(await moreThanLinear(text, slowAtFirst, { lengths })).toBeNull();
  expect(measured).toBe(10);
});
