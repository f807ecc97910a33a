import { expect, test } from "vitest";
import { isTopic, topics } from "./topics";

test("[API-05] only known tables are topics", () => {
  for (const topic of topics) expect(isTopic(topic), topic).toBe(true);
  for (const other of ["", "Lead", "leads", "lead ", "session", "app_user", "length", "__proto__"])
    expect(isTopic(other), other).toBe(false);
});
