import { expect, test } from "vitest";
import { leadStatuses, mayMove, openLeadStatuses } from "./lead";

test("[LEAD-03] every open lead can be lost, and open leads that are not qualified yet can be qualified", () => {
  const from = (to: "qualified" | "lost") => leadStatuses.filter((status) => mayMove(status, to));
  expect(leadStatuses).toEqual(["new", "qualified", "contacted", "converted", "lost"]);
  expect(openLeadStatuses).toEqual(["new", "qualified", "contacted"]);
  expect(from("qualified")).toEqual(["new", "contacted"]);
  expect(from("lost")).toEqual(["new", "qualified", "contacted"]);
});
