import { expect, test } from "vitest";
import { z } from "zod";
import { optionalText, requiredText } from "./fields";
import {
  columnsOf,
  differing,
  namesOf,
  pick,
  shapeOf,
  toRecord,
  toValues,
  type FieldList,
  type ValuesOf,
} from "./field-list";

interface Row {
  id: string;
  companyName: string;
  phone: string | null;
}

const list = {
  company_name: { column: "companyName", schema: requiredText("company_required", 200) },
  phone: { column: "phone", schema: optionalText(50) },
} satisfies FieldList<Row>;

const record = { companyName: "Alpha", phone: null };
const values: ValuesOf<typeof list> = { company_name: "Alpha", phone: null };

test("a list provides the schema and converts fields to columns and back", () => {
  expect(z.object(shapeOf(list)).parse({ company_name: " Alpha ", phone: null })).toEqual(values);
  expect(toRecord(list, values)).toEqual(record);
  expect(toValues(list, record)).toEqual(values);
  expect(namesOf(list)).toEqual(["company_name", "phone"]);
});

test("only the columns of the list are picked from a row and selected", () => {
  const row: Row = { ...record, id: "1" };
  expect(pick(list, row)).toEqual(record);
  expect(columnsOf(list)).toEqual({ companyName: true, phone: true });
});

test("the fields that differ are named in the order of the list", () => {
  expect(differing(values, { company_name: "Beta", phone: "030 1" })).toEqual(["company_name", "phone"]);
  expect(differing(values, { ...values })).toEqual([]);
});

test("a field without a column, or with a schema that does not fit the column, does not compile", () => {
  // @ts-expect-error There is no such column.
  ({ fax: { column: "fax", schema: optionalText(50) } }) satisfies FieldList<Row>;
  // @ts-expect-error The column must not be null.
  ({ company_name: { column: "companyName", schema: optionalText(50) } }) satisfies FieldList<Row>;
  // @ts-expect-error A field of the list is missing.
  ({ company_name: "Company" }) satisfies Record<keyof typeof list, string>;
  expect(namesOf(list)).toHaveLength(2);
});
