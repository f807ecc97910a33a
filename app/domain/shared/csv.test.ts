import { expect, test } from "vitest";
import { csvLine } from "./csv";

test("[I6] [POR-08] a cell that a spreadsheet would calculate is text", () => {
  for (const start of ["=", "+", "-", "@", "\t", "\r"])
    expect(csvLine([`${start}cmd|' /C calc'!A0`, "x"], ",")).toMatch(/^"?'/);
  expect(csvLine(["=1+1", "+49 30", "-5", "@SUM(A1)", "5-3", "a@b.example"], ";")).toBe(
    "'=1+1;'+49 30;'-5;'@SUM(A1);5-3;a@b.example\r\n",
  );
  expect(csvLine(["\t=1", "\r=1"], ",")).toBe('"\'\t=1","\'\r=1"\r\n'.replace('"\'\t=1"', "'\t=1"));
});

test("[POR-08] what separates cells or lines is quoted", () => {
  expect(csvLine(["a;b", "a,b", 'say "x"', "two\nlines", " edge ", ""], ";")).toBe(
    '"a;b";a,b;"say ""x""";"two\nlines";" edge ";\r\n',
  );
  expect(csvLine(["a;b", "a,b"], ",")).toBe('a;b,"a,b"\r\n');
});
