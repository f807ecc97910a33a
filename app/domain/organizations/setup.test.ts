import { expect, test } from "vitest";
import { isSetUp, nextStep, optionalSetupSteps, setupSteps, stepsDone, type SetupProgress } from "./setup";

const progress = (...done: string[]): SetupProgress => ({
  done: Object.fromEntries(
    [...setupSteps, "webhook"].map((step) => [step, done.includes(step)]),
  ) as SetupProgress["done"],
  earns: false,
  affiliate: null,
});

test("[ORG-01] five steps count in their order, and the optional webhook does not", () => {
  expect(setupSteps).toEqual(["organization", "affiliate", "terms", "portal", "lead"]);
  expect(optionalSetupSteps).toEqual(["webhook"]);
  expect([stepsDone(progress()), nextStep(progress())]).toEqual([0, "organization"]);
  const some = progress("organization", "terms", "webhook");
  expect([stepsDone(some), isSetUp(some), nextStep(some)]).toEqual([2, false, "affiliate"]);
  const all = progress(...setupSteps);
  expect([stepsDone(all), isSetUp(all), nextStep(all)]).toEqual([5, true, undefined]);
  expect(isSetUp({ ...some, earns: true })).toBe(true);
});
