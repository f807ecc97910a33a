import { describe, expect, test } from "vitest";
import { columnsSchema, readColumns, readProblems, startSchema } from "./import.schema";
import type { ImportKind } from "./import-run";

/** Returns the parsed columns, or the error of each field. */
function read(kind: ImportKind, form: Record<string, string | undefined>) {
  const { data, error } = columnsSchema(kind).safeParse(form);
  return data ?? Object.fromEntries(error!.issues.map(({ path, message }) => [path.join("."), message]));
}

const required = { company_name: "2", contact_person: "0", email: "1" };

describe("[API-04] the column of a field", () => {
  test("is read as a position from 0, and fields without a column are omitted", () => {
    const columns = { company_name: [2], contact_person: [0], email: [1] };
    expect(read("leads", required)).toEqual(columns);
    expect(read("leads", { ...required, phone: "", notes: "99", affiliate: "5" })).toEqual({
      ...columns,
      notes: [99],
      affiliate: [5],
    });
    expect(read("affiliates", { name: "00", email: "1", company_name: "7" })).toEqual({
      name: [0],
      email: [1],
    });
  });

  test("may be several for a name, the notes and the affiliate, in their order", () => {
    const form = { ...required, contact_person_3: "7", contact_person_2: "4", notes_2: "5", email_2: "6" };
    expect(read("leads", form)).toEqual({
      company_name: [2],
      contact_person: [0, 4, 7],
      email: [1],
      notes: [5],
    });
    expect(read("leads", { ...required, contact_person: "", contact_person_2: "4" })).toMatchObject({
      contact_person: [4],
    });
    expect(read("leads", { ...required, contact_person_2: "1" })).toEqual({ email: "import_column_twice" });
  });

  test("is required for every required field", () => {
    const missing = "import_column_required";
    expect(read("leads", {})).toEqual({ company_name: missing, contact_person: missing, email: missing });
    expect(read("leads", { ...required, email: "" })).toEqual({ email: missing });
    expect(read("affiliates", {})).toEqual({ name: missing, email: missing });
  });

  test("is reported at the later field if two fields have the same column", () => {
    const twice = "import_column_twice";
    expect(read("leads", { ...required, email: "2", notes: "2" })).toEqual({ email: twice, notes: twice });
    expect(read("leads", { ...required, phone: "0" })).toEqual({ phone: twice });
  });

  test.each(["100", "-1", "1.5", "1e1", " 1", "x", "0x1", "9999999999"])(
    "is rejected if it is not a position: %j",
    (place) => {
      expect(read("leads", { ...required, phone: place })).toEqual({ phone: "not_found" });
    },
  );

  test("is rejected if the text is too long", () => {
    expect(read("leads", { ...required, phone: "00000000005" })).toEqual({ phone: 'too_long|{"max":10}' });
    expect(read("leads", { ...required, phone: "0000000005" })).toMatchObject({ phone: [5] });
  });
});

describe("[API-04] the start of an import", () => {
  test("skips duplicates and invites nobody by default", () => {
    expect(startSchema.parse({})).toEqual({ keepsDuplicates: false, invites: false });
    expect(startSchema.parse({ duplicates: "skip" })).toEqual({ keepsDuplicates: false, invites: false });
    expect(startSchema.parse({ duplicates: "create" })).toEqual({ keepsDuplicates: true, invites: false });
    expect(startSchema.parse({ invite: "yes" })).toEqual({ keepsDuplicates: false, invites: true });
  });

  test("rejects unknown choices", () => {
    const problems = (form: object) => startSchema.safeParse(form).error?.issues;
    expect(problems({ duplicates: "merge" })).toMatchObject([{ path: ["duplicates"], message: "duplicates_invalid" }]);
    expect(problems({ invite: "no" })).toMatchObject([{ path: ["invite"] }]);
  });
});

describe("[API-04] the stored data of an import", () => {
  test("returns the columns, or none if they are invalid", () => {
    // Single numbers were stored before a field could have several columns.
    expect(readColumns({ email: 0, notes: [7, 8] })).toEqual({ email: [0], notes: [7, 8] });
    for (const stored of [null, "email", [], { email: "0" }, { email: 0.5 }, { ["x".repeat(51)]: 0 }])
      expect(readColumns(stored)).toEqual({});
  });

  test("returns the problems of a row, or none if they are invalid", () => {
    const problems = [
      { field: "email", reason: "email_invalid" },
      { field: null, reason: "x".repeat(2000) },
    ];
    expect(readProblems(problems)).toEqual(problems);
    for (const stored of [null, {}, [{ reason: "x" }], [{ field: null, reason: "x".repeat(2001) }]])
      expect(readProblems(stored)).toEqual([]);
  });
});
