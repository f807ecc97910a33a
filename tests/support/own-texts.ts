import fs from "node:fs";
import path from "node:path";

const folder = path.resolve(import.meta.dirname, "../../app/i18n");

/** The text files of a language. */
export const namespaces = fs.readdirSync(path.join(folder, "en")).filter((name) => name.endsWith(".json"));

/** Returns every text of a file by its dotted key. */
export function textsOf(language: string, namespace: string): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (value: unknown, key: string) => {
    if (typeof value === "string") found.set(key, value);
    else for (const [name, inner] of Object.entries(value as object)) visit(inner, key ? `${key}.${name}` : name);
  };
  visit(JSON.parse(fs.readFileSync(path.join(folder, language, namespace), "utf8")), "");
  return found;
}

/** Returns every text of a language with its place. */
export function placesOf(language: string): [place: string, text: string][] {
  return namespaces.flatMap((namespace) =>
    [...textsOf(language, namespace)].map(([key, text]): [string, string] => [
      `${namespace.replace(".json", "")}:${key}`,
      text,
    ]),
  );
}
