import { describe, expect, test } from "vitest";
import texts from "~/i18n/de/errors.json";
import { modelOf } from "./term";
import { saveTermsSchema } from "./term.schema";
import { MAX_TIERS, readTiers, tiersFromDatabase, tiersToDatabase } from "./tiers";

const form = { affiliate_id: "0d8f2f0e-6f6a-4c33-9d0d-0c8f6f0a1b2c", start_date: "2027-03-01" };

/** Returns the messages of a rejected form, each as "field: key", sorted by field. */
function problems(fields: Record<string, unknown>): string[] {
  const result = saveTermsSchema.safeParse({ ...form, ...fields });
  if (result.success) throw new Error("accepted");
  return result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).sort();
}

describe("[AFF-09] tiers in the form", () => {
  const tiered = { ...form, model: "tiered" };
  const rows = (...typed: [string, string][]) =>
    Object.fromEntries(
      typed.flatMap(([from, rate], index) => [
        [`tier_from_${index + 1}`, from],
        [`tier_rate_${index + 1}`, rate],
      ]),
    );

  test("are read from rows with decimal comma or point", () => {
    const fields = rows(["0", "10"], ["10.000,00", "12,5 %"], ["25,000.50", "15"]);
    const terms = saveTermsSchema.parse({ ...tiered, ...fields, rev_share_percent: "x", fixed_amount: "y" });
    expect(terms).toMatchObject({
      revShareBp: null,
      fixedAmount: null,
      tiers: [
        { from: 0, rateBp: 1_000 },
        { from: 1_000_000, rateBp: 1_250 },
        { from: 2_500_050, rateBp: 1_500 },
      ],
    });
    expect(modelOf(terms)).toBe("tiered");
    expect(saveTermsSchema.parse({ ...form, ...fields, rev_share_percent: "1" }).tiers).toBeNull();
  });

  test("start at 0 even if the first amount is empty, and trailing empty rows are ignored", () => {
    const fields = rows(["", "10"], ["100", "20"], ["", ""], [" ", ""]);
    expect(saveTermsSchema.parse({ ...tiered, ...fields }).tiers).toEqual([
      { from: 0, rateBp: 1_000 },
      { from: 10_000, rateBp: 2_000 },
    ]);
  });

  test.each<[string, [string, string][], string[]]>([
    ["nothing", [], ["tier_rate_1: tier_rate_required"]],
    ["a first one without a rate", [["0", ""]], ["tier_rate_1: tier_rate_required"]],
    ["a first one not from 0", [["5", "1"]], ["tier_from_1: tier_first_zero"]],
    [
      "a wrong first one, whatever amount from 0 on follows,",
      [
        ["5", "1"],
        ["0", "2"],
        ["0,01", "3"],
      ],
      ["tier_from_1: tier_first_zero"],
    ],
    [
      "a wrong first one and a negative second one",
      [
        ["5", "1"],
        ["-0,01", "2"],
      ],
      ["tier_from_1: tier_first_zero", "tier_from_2: tier_from_ascending"],
    ],
    [
      "an empty row in between",
      [
        ["0", "1"],
        ["", ""],
        ["9", "2"],
      ],
      ["tier_from_2: tier_row_empty"],
    ],
    [
      "half a row",
      [
        ["0", "1"],
        ["5", ""],
      ],
      ["tier_rate_2: tier_rate_required"],
    ],
    [
      "the other half",
      [
        ["0", "1"],
        ["", "5"],
      ],
      ["tier_from_2: tier_from_required"],
    ],
    [
      "the same amount twice",
      [
        ["0", "1"],
        ["5", "2"],
        ["5,00", "3"],
      ],
      ["tier_from_3: tier_from_ascending"],
    ],
    [
      "a second 0",
      [
        ["0", "1"],
        ["0", "2"],
      ],
      ["tier_from_2: tier_from_ascending"],
    ],
    [
      "a negative amount",
      [
        ["0", "1"],
        ["-5", "2"],
      ],
      ["tier_from_2: tier_from_ascending"],
    ],
    [
      "too much",
      [
        ["0", "1"],
        ["10.000.000.000,01", "2"],
      ],
      ['tier_from_2: amount_too_large|{"max":10000000000}'],
    ],
    [
      "parts of a cent",
      [
        ["0", "1"],
        ["0,005", "2"],
      ],
      ["tier_from_2: amount_invalid"],
    ],
    ["more than 100 %", [["0", "100,1"]], ["tier_rate_1: tier_rate_range"]],
    ["steps below 0.1", [["0", "12,55"]], ["tier_rate_1: tier_rate_step"]],
    ["steps below 0.01", [["0", "12,345"]], ["tier_rate_1: tier_rate_step"]],
    [
      "several problems together",
      [
        ["0", "-1"],
        ["x", ""],
        ["7", "1"],
        ["6", "101"],
      ],
      [
        "tier_from_2: amount_invalid",
        "tier_from_4: tier_from_ascending",
        "tier_rate_1: tier_rate_range",
        "tier_rate_2: tier_rate_required",
        "tier_rate_4: tier_rate_range",
      ],
    ],
  ])("are rejected with %s", (_, typed, expected) => {
    expect(problems({ ...tiered, ...rows(...typed) })).toEqual(expected);
  });

  test("are returned for valid rows beside the problems of the others", () => {
    const typed = rows(["0", "10"], ["100", "x"], ["50", "30"], ["200", "20"]);
    expect(readTiers(typed, "EUR").tiers).toEqual([
      { from: 0, rateBp: 1_000 },
      { from: 20_000, rateBp: 2_000 },
    ]);
  });

  test("are limited to 20", () => {
    const many = Array.from({ length: MAX_TIERS + 1 }, (_, index): [string, string] => [`${index}`, "5"]);
    expect(saveTermsSchema.parse({ ...tiered, ...rows(...many) }).tiers).toHaveLength(20);
  });

  test("have a sentence for every message", () => {
    for (const key of ["first_zero", "from_required", "from_ascending", "row_empty", "rate_required"]) {
      expect(texts).toHaveProperty(`tier_${key}`);
    }
  });

  test("are stored in snake_case and restored", () => {
    const tiers = [
      { from: 0, rateBp: 1_000 },
      { from: 5, rateBp: 2_000 },
    ];
    expect(tiersToDatabase(tiers)).toEqual([
      { from: 0, rate_bp: 1_000 },
      { from: 5, rate_bp: 2_000 },
    ]);
    expect(tiersFromDatabase(tiersToDatabase(tiers))).toEqual(tiers);
    expect(tiersFromDatabase(null)).toBeNull();
    expect(() => tiersFromDatabase([{ from: 0.5, rate_bp: 1 }])).toThrow();
  });
});
