import { describe, expect, test } from "vitest";
import type { ZodType } from "zod";
import { giveLeadsSchema, listedLeadsSchema, loseLeadsSchema, MAX_LEADS, moveLeadsSchema } from "./lead-batch";
import { undoSchema } from "../shared/chosen";

const idOf = (number: number) => `0199a0c4-7d5e-7000-8000-${String(number).padStart(12, "0")}`;
const [one, two] = [idOf(1), idOf(2)];
const problems = (schema: ZodType, form: object) =>
  schema.safeParse(form).error?.issues.map(({ path, message }) => [path.join("."), message]);

describe("[LEAD-13] the leads of an action", () => {
  test("are taken once each, in their order", () => {
    expect(moveLeadsSchema.parse({ lead_id: [two, one, two] })).toEqual({ leadIds: [two, one] });
  });

  test("must be at least one", () => {
    for (const schema of [moveLeadsSchema, loseLeadsSchema])
      expect(problems(schema, {})).toEqual([["lead_id", "leads_required"]]);
    expect(problems(moveLeadsSchema, { lead_id: [] })).toContainEqual(["lead_id", "leads_required"]);
  });

  test("must be at most 500, including repeated ids", () => {
    expect(MAX_LEADS).toBe(500);
    const many = Array.from({ length: 500 }, (_, number) => idOf(number));
    expect(moveLeadsSchema.parse({ lead_id: many }).leadIds).toEqual(many);
    expect(problems(moveLeadsSchema, { lead_id: [...many, one] })).toEqual([["lead_id", 'too_many_leads|{"max":500}']]);
  });

  test("[WORK-04] of a list can be all that match its filter", () => {
    expect(listedLeadsSchema.parse({ all: "1", lead_id: [one] })).toEqual({ ids: null });
    expect(listedLeadsSchema.parse({ lead_id: [one] })).toEqual({ ids: [one] });
    expect(listedLeadsSchema.safeParse({ all: "yes" }).success).toBe(false);
    expect(problems(listedLeadsSchema, {})).toEqual([["lead_id", "leads_required"]]);
  });

  test("must be ids, and others are not found", () => {
    expect(problems(moveLeadsSchema, { lead_id: [one, "all"] })).toEqual([["lead_id.1", "not_found"]]);
  });
});

test("[LEAD-13] lost leads share one optional reason", () => {
  const lose = (reason?: string) => loseLeadsSchema.parse({ lead_id: [one], reason });
  expect(lose("  No budget ")).toEqual({ leadIds: [one], reason: "No budget" });
  for (const none of [undefined, "", "  "]) expect(lose(none)).toEqual({ leadIds: [one], reason: null });
  expect(lose("x".repeat(500)).reason).toHaveLength(500);
  expect(problems(loseLeadsSchema, { lead_id: [one], reason: "x".repeat(501) })).toEqual([
    ["reason", 'too_long|{"max":500}'],
  ]);
});

test('[LEAD-13] reassigning leads requires an affiliate or "none"', () => {
  const give = (affiliate_id: string) => giveLeadsSchema.parse({ lead_id: [one], affiliate_id });
  expect(give(two)).toEqual({ leadIds: [one], affiliateId: two });
  expect(give("none")).toEqual({ leadIds: [one], affiliateId: null });
  expect(problems(giveLeadsSchema, { lead_id: [one] })).toEqual([["affiliate_id", "affiliate_required"]]);
  for (const affiliate_id of ["", "None", "1"])
    expect(problems(giveLeadsSchema, { lead_id: [one], affiliate_id })).toEqual([["affiliate_id", "not_found"]]);
});

test("[LEAD-13] [COM-02] undoing requires the id of an action", () => {
  expect(undoSchema.parse({ batch_id: one })).toBe(one);
  for (const form of [{}, { batch_id: "last" }])
    expect(problems(undoSchema, form)).toEqual([["batch_id", "not_found"]]);
});
