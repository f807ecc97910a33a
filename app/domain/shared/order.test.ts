import { expect, test } from "vitest";
import { parseOrder, type Order } from "./order";

test("[LEAD-04] an address sets column and direction, and any other value gives the usual order", () => {
  const usual: Order<"amount" | "day"> = { by: "day", direction: "desc" };
  const read = (text: string | null | undefined) => parseOrder(text, ["amount", "day"], usual);
  expect(read("amount")).toEqual({ by: "amount", direction: "asc" });
  expect(read("-amount")).toEqual({ by: "amount", direction: "desc" });
  expect(read("day")).toEqual({ by: "day", direction: "asc" });
  for (const text of ["", "-", "--amount", "amount-", "title", null, undefined]) expect(read(text)).toBe(usual);
});
