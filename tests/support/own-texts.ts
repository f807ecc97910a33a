import fs from "node:fs";
import path from "node:path";

const folder = path.resolve(import.meta.dirname, "../../app/i18n");

/** The files of a language. */
export const namespaces = fs.readdirSync(path.join(folder, "en")).filter((name) => name.endsWith(".json"));

/** Every text of a file by its dotted key. */
export function textsOf(language: string, namespace: string): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (value: unknown, key: string) => {
    if (typeof value === "string") found.set(key, value);
    else for (const [name, inner] of Object.entries(value as object)) visit(inner, key ? `${key}.${name}` : name);
  };
  visit(JSON.parse(fs.readFileSync(path.join(folder, language, namespace), "utf8")), "");
  return found;
}

/** Every text of a language, with the place where it stands. */
export function placesOf(language: string): [place: string, text: string][] {
  return namespaces.flatMap((namespace) =>
    [...textsOf(language, namespace)].map(([key, text]): [string, string] => [
      `${namespace.replace(".json", "")}:${key}`,
      text,
    ]),
  );
}
