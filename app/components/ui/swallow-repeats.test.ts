import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { swallowRepeats } from "./swallow-repeats";

beforeAll(() => void vi.stubGlobal("window", new EventTarget()));
afterAll(() => void vi.unstubAllGlobals());

/** Returns a pointer click at a time and a position. */
function clickAt(timeStamp: number, position = 100, detail = 1) {
  const event = new Event("click", { cancelable: true });
  const facts = { timeStamp, clientX: position, clientY: position, detail };
  for (const [name, value] of Object.entries(facts)) Object.defineProperty(event, name, { value });
  return event as MouseEvent;
}
const isSwallowed = (event: MouseEvent) => !window.dispatchEvent(event);

test("swallows the second half of a double click, but not a click elsewhere, later or after a key", () => {
  swallowRepeats(clickAt(0));
  expect(isSwallowed(clickAt(300))).toBe(true);
  expect(isSwallowed(clickAt(300, 200))).toBe(false);
  expect(isSwallowed(clickAt(700))).toBe(false);
  expect(isSwallowed(clickAt(700, 100, 2))).toBe(true);
  swallowRepeats(clickAt(1_000));
  window.dispatchEvent(new Event("keydown"));
  expect(isSwallowed(clickAt(1_200))).toBe(false);
  swallowRepeats(clickAt(2_000));
  expect(isSwallowed(clickAt(2_200))).toBe(true);
});
