import { expect, test } from "vitest";
import { MAX_TIERS } from "~/domain/terms/tiers";
import { afterRowButton, rowsOf } from "./tier-rows";

function posted(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const three = {
  model: "tiered",
  tier_rows: "3",
  tier_from_1: "0",
  tier_rate_1: "10",
  tier_from_2: "100",
  tier_rate_2: "x",
  tier_from_3: "200",
  tier_rate_3: "30",
};

test("[AFF-09] saves the form if no row button was pressed", () => {
  expect(afterRowButton(posted(three))).toBeNull();
  expect(afterRowButton(posted({ ...three, intent: "remove_tier_1" }))).toBeNull();
  expect(afterRowButton(posted({ ...three, intent: "remove_tier_4" }))).toBeNull();
  expect(afterRowButton(posted({ ...three, intent: "other" }))).toBeNull();
});

test("[AFF-09] adds a row and keeps all entered values", () => {
  expect(afterRowButton(posted({ ...three, intent: "add_tier" }))).toEqual({
    ...three,
    tier_rows: "4",
    tier_from_4: "",
    tier_rate_4: "",
  });
});

test("[AFF-09] removes a row and moves the following rows up", () => {
  expect(afterRowButton(posted({ ...three, intent: "remove_tier_2" }))).toEqual({
    model: "tiered",
    tier_rows: "2",
    tier_from_1: "0",
    tier_rate_1: "10",
    tier_from_2: "200",
    tier_rate_2: "30",
  });
});

test("[AFF-09] keeps at least one row and at most the maximum", () => {
  expect(rowsOf({})).toEqual([{ from: "0", rate: "" }]);
  expect(rowsOf({ tier_rows: "-3" })).toHaveLength(1);
  expect(rowsOf({ tier_rows: "1e9" })).toHaveLength(MAX_TIERS);
  const full = afterRowButton(posted({ tier_rows: String(MAX_TIERS), intent: "add_tier" }));
  expect(full?.["tier_rows"]).toBe(String(MAX_TIERS));
});
