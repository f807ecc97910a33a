import fs from "node:fs";
import path from "node:path";
import { read, source } from "./sources";

/** A use case: `leads/create-lead#createLead`. */
export type UseCase = string;

// An exported function, or a constant with one, and the type of its first parameter.
const EXPORTED =
  /^export (?:async )?(?:function\*? (\w+)(?:<[^(]*>)?|const (\w+) = (?:async )?(?:<[^(]*>)?)\(\s*(?:\{[^}]*\}|\w+)\??:\s*([^,)=]+)/gm;

/** Takes a scope, a part of one, or a function that opens one. */
const TAKES_SCOPE = /Scope\b/;

/** Every use case: the exported functions of app/domain/**\/*.server.ts that take a scope. */
export const useCases: UseCase[] = source
  .flatMap((file) => {
    const [, module] = /^app\/domain\/(.+)\.server\.ts$/.exec(file) ?? [];
    if (module === undefined) return [];
    return [...read(file).matchAll(EXPORTED)]
      .filter(([, , , type]) => TAKES_SCOPE.test(type!))
      .map(([, name, constant]) => `${module}#${name ?? constant}`);
  })
  .sort();

/** Returns the use cases that no file of a folder lists as called. */
export function uncalledUseCases(folder: string): UseCase[] {
  const called = new Set(
    fs.readdirSync(folder).flatMap((name) => fs.readFileSync(path.join(folder, name), "utf8").split("\n")),
  );
  return useCases.filter((name) => !called.has(name));
}
