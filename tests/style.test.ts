import { expect, it } from "vitest";
import { files, isRoute, isServer, read, source } from "./support/sources";

// How files are written, where neither the linter nor the formatter can tell.

it("no file is longer than 300 lines", () => {
  expect(files.filter((file) => read(file).trimEnd().split("\n").length > 300)).toEqual([]);
});

it("tests do not mock modules, because a worker keeps them for its next files", () => {
  expect(files.filter((file) => /\bvi\.(?:do)?mock\(/i.test(read(file)))).toEqual([]);
});

it("no comment is wider than 120 columns", () => {
  const wide = (line: string) => line.length > 120 && /^\s*(?:\/\/|\/?\*)/.test(line);
  expect(files.filter((file) => read(file).split("\n").some(wide))).toEqual([]);
});

it("comments have American spelling", () => {
  const british =
    /^\s*(?:\/\/|\/?\*).*\b(?:organisation|behaviour|colour|catalogue|licence|recognis|cancelled|labelled)/im;
  expect(files.filter((file) => british.test(read(file)))).toEqual([]);
});

// The linter knows this of literals, but not of JSX.
it("JSX attributes are not spread from an object literal", () => {
  expect(files.filter((file) => /\{\.\.\.\{/.test(read(file)))).toEqual([]);
});

it("[A11Y-01] texts that follow input are announced by LiveText only, after a pause", () => {
  const own = source.filter((file) => /\baria-(live|atomic)\b|<output\b/.test(read(file)));
  // News of others, which come without anything being entered.
  expect(own).toEqual(["app/components/shell/live.tsx"]);
});

it("[A11Y-01] forms derive required fields and client-side errors from their schema", () => {
  const own = source.filter((file) => /\b(parseWithZod|getZodConstraint)\(/.test(read(file)));
  // A route may read what was asked for, but not in a form.
  const isForm = (file: string) => !isServer(file) && (!isRoute(file) || /\buseForm\(/.test(read(file)));
  expect(own.filter(isForm)).toEqual(["app/components/forms/by-schema.ts"]);
});
