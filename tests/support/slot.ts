import { afterAll } from "vitest";
import { takeSlot } from "../run/slots.mjs";

// A test file waits for its slot before it is loaded. A file that failed to load has left its slot to the worker's next
// file.
const held = globalThis as { giveBackSlot?: () => void };
held.giveBackSlot ??= await takeSlot();
afterAll(() => {
  held.giveBackSlot?.();
  delete held.giveBackSlot;
});
