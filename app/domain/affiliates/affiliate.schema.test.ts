import { describe, expect, test } from "vitest";
import type { ZodType } from "zod";
import { affiliateStatuses, sections } from "./affiliate";
import { addAffiliateSchema, editAffiliateSchema } from "./affiliate.schema";

const problems = (schema: ZodType, form: object) =>
  schema.safeParse(form).error?.issues.map(({ path, message }) => [path.join("."), message]);
const typed = { name: "  Ann   Lee\t", email: " Ann@B.Example " };

describe("[AFF-03] adding an affiliate", () => {
  test("trims name and address, lower-cases the address and drops unknown fields", () => {
    expect(addAffiliateSchema.parse({ ...typed, status: "active" })).toEqual({
      name: "Ann   Lee",
      email: "ann@b.example",
    });
  });

  test("requires name and address and returns a separate error for each", () => {
    const required = [
      ["name", "name_required"],
      ["email", "email_required"],
    ];
    expect(problems(addAffiliateSchema, {})).toEqual(required);
    expect(problems(addAffiliateSchema, { name: " ", email: "\u200b" })).toEqual(required);
    for (const email of ["ann", "ann@b", "a b@c.example", "x@erased.invalid"])
      expect(problems(addAffiliateSchema, { ...typed, email }), email).toEqual([["email", "email_invalid"]]);
  });

  test("accepts a name of 100 characters and rejects 101", () => {
    expect(addAffiliateSchema.parse({ ...typed, name: "x".repeat(100) }).name).toHaveLength(100);
    expect(problems(addAffiliateSchema, { ...typed, name: "x".repeat(101) })).toEqual([["name", "name_too_long"]]);
  });
});

test("[AFF-05] editing an affiliate accepts every status and the form version, and rejects unknown statuses", () => {
  for (const status of affiliateStatuses)
    expect(editAffiliateSchema.parse({ ...typed, status, version: "v" })).toEqual({
      name: "Ann   Lee",
      email: "ann@b.example",
      status,
      version: "v",
    });
  for (const status of [undefined, "", "deleted"])
    expect(problems(editAffiliateSchema, { ...typed, status })).toEqual([["status", "status_invalid"]]);
});

test("[AFF-11] the list has a section for every status and shows active affiliates first", () => {
  expect([...sections].sort()).toEqual([...affiliateStatuses].sort());
  expect(sections[0]).toBe("active");
});
