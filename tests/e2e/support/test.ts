import { test as base } from "@playwright/test";
import { takeSlot } from "../../run/slots.mjs";

export * from "@playwright/test";

/** A browser test. It begins when a CPU of the run's budget is free, however long that takes. */
export const test = base.extend<{ slot: void }>({
  slot: [
    async ({}, use) => {
      const giveBack = await takeSlot();
      await use();
      giveBack();
    },
    { auto: true, timeout: 0 },
  ],
});
