import { describe, expect, test } from "vitest";
import type { ZodType } from "zod";
import { createOrganizationSchema, editOrganizationSchema } from "./organization.schema";

const problems = (schema: ZodType, form: object) =>
  schema.safeParse(form).error?.issues.map(({ path, message }) => [path.join("."), message]);

test("[ORG-01] an organization has a name of 1 to 100 characters without surrounding whitespace", () => {
  const create = (organization_name?: string) => createOrganizationSchema.safeParse({ organization_name });
  expect(create("  Agency ").data).toEqual({ organization_name: "Agency" });
  expect(create("x".repeat(100)).success).toBe(true);
  expect(problems(createOrganizationSchema, { organization_name: "x".repeat(101) })).toEqual([
    ["organization_name", 'too_long|{"max":100}'],
  ]);
  for (const organization_name of [undefined, "", "   ", "\u200b"])
    expect(problems(createOrganizationSchema, { organization_name })).toEqual([
      ["organization_name", "organization_required"],
    ]);
});

describe("[ORG-06] the settings of an organization", () => {
  const typed = { organization_name: " Agency ", time_zone: " Europe/Berlin ", default_currency: " eur " };

  test("accept name, time zone, default currency and form version", () => {
    expect(editOrganizationSchema.parse({ ...typed, version: "v" })).toEqual({
      name: "Agency",
      timeZone: "Europe/Berlin",
      defaultCurrency: "EUR",
      version: "v",
    });
    expect(problems(editOrganizationSchema, {})).toEqual([
      ["organization_name", "organization_required"],
      ["time_zone", "time_zone_required"],
      ["default_currency", "default_currency_invalid"],
    ]);
  });

  test("require an existing time zone", () => {
    expect(editOrganizationSchema.parse({ ...typed, time_zone: "America/St_Johns" }).timeZone).toBe("America/St_Johns");
    expect(problems(editOrganizationSchema, { ...typed, time_zone: "Europe/Atlantis" })).toEqual([
      ["time_zone", "time_zone_invalid"],
    ]);
    expect(problems(editOrganizationSchema, { ...typed, time_zone: " " })).toEqual([
      ["time_zone", "time_zone_required"],
    ]);
  });

  test("require one currency: a three-letter code or an unambiguous name", () => {
    const currency = (default_currency: string) =>
      editOrganizationSchema.parse({ ...typed, default_currency }).defaultCurrency;
    expect(["€", "Franken", "isk", "XYZ"].map(currency)).toEqual(["EUR", "CHF", "ISK", "XYZ"]);
    for (const default_currency of ["", " ", "Bananas", "EU", "EURX", "E1R", "ÄÖÜ"])
      expect(problems(editOrganizationSchema, { ...typed, default_currency }), default_currency).toEqual([
        ["default_currency", "default_currency_invalid"],
      ]);
  });

  test("reject an ambiguous currency and name the choices", () => {
    const asked = (default_currency: string) => problems(editOrganizationSchema, { ...typed, default_currency });
    expect(asked("kr")).toEqual([
      ["default_currency", 'currency_unclear|{"currency":"KR","choices":"SEK, NOK, DKK, ISK"}'],
    ]);
    expect(asked("¥")).toEqual([["default_currency", 'currency_unclear|{"currency":"¥","choices":"JPY, CNY"}']]);
  });
});
