import { expect, test } from "vitest";
import { leadStatuses, mayMove, openLeadStatuses } from "./lead";

test("[LEAD-03] open leads can be lost, and what is not yet qualified can be", () => {
  const from = (to: "qualified" | "lost") => leadStatuses.filter((status) => mayMove(status, to));
  expect(leadStatuses).toEqual(["new", "qualified", "contacted", "converted", "lost"]);
  expect(openLeadStatuses).toEqual(["new", "qualified", "contacted"]);
  expect(from("qualified")).toEqual(["new", "contacted"]);
  expect(from("lost")).toEqual(["new", "qualified", "contacted"]);
});
