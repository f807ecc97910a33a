import { describe, expect, test } from "vitest";
import type { ZodType } from "zod";
import { affiliateStatuses, sections } from "./affiliate";
import { addAffiliateSchema, editAffiliateSchema } from "./affiliate.schema";

const problems = (schema: ZodType, form: object) =>
  schema.safeParse(form).error?.issues.map(({ path, message }) => [path.join("."), message]);
const typed = { name: "  Ann   Lee\t", email: " Ann@B.Example " };

describe("[AFF-03] adding an affiliate", () => {
  test("takes name and address without blanks around them, the address in small letters, and nothing else", () => {
    expect(addAffiliateSchema.parse({ ...typed, status: "active" })).toEqual({
      name: "Ann   Lee",
      email: "ann@b.example",
    });
  });

  test("needs both, each with its own words", () => {
    const required = [
      ["name", "name_required"],
      ["email", "email_required"],
    ];
    expect(problems(addAffiliateSchema, {})).toEqual(required);
    expect(problems(addAffiliateSchema, { name: " ", email: "\u200b" })).toEqual(required);
    for (const email of ["ann", "ann@b", "a b@c.example", "x@erased.invalid"])
      expect(problems(addAffiliateSchema, { ...typed, email }), email).toEqual([["email", "email_invalid"]]);
  });

  test("allows a name of 100 characters", () => {
    expect(addAffiliateSchema.parse({ ...typed, name: "x".repeat(100) }).name).toHaveLength(100);
    expect(problems(addAffiliateSchema, { ...typed, name: "x".repeat(101) })).toEqual([["name", "name_too_long"]]);
  });
});

test("[AFF-05] editing an affiliate takes the status too, and what the form has shown", () => {
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

test("[AFF-11] the list has a section for every status, active ones first", () => {
  expect([...sections].sort()).toEqual([...affiliateStatuses].sort());
  expect(sections[0]).toBe("active");
});
