import { expect, test } from "vitest";
import { sql } from "./sql";

test("SQL is embedded in SQL with its parameters in order, and any other value becomes a parameter", () => {
  const inner = sql`select n from a where x = ${1} and y = ${"'; drop table a; --"}`;
  const whole = sql`select * from (${inner}) t where z = ${3} limit ${null}`;
  expect(whole.strings).toEqual([
    "select * from (select n from a where x = ",
    " and y = ",
    ") t where z = ",
    " limit ",
    "",
  ]);
  expect(whole.values).toEqual([1, "'; drop table a; --", 3, null]);
  expect(sql`select 1`).toEqual({ strings: ["select 1"], values: [] });
  const alike = { strings: ["drop table a"], values: [] };
  expect(sql`select ${alike}`.values).toEqual([alike]);
});
