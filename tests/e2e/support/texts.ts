import fs from "node:fs";
import path from "node:path";
import { createInstance, type TFunction } from "i18next";
import { i18nOptions } from "../../../app/i18n/languages";

const folder = path.resolve(import.meta.dirname, "../../../app/i18n");

/** Returns the texts of a language, from the same files as the pages: `t("leads:lead.qualify")`. */
export async function texts(language: "en" | "de" | "fr" | "es"): Promise<TFunction> {
  const namespaces = fs.readdirSync(path.join(folder, language)).filter((name) => name.endsWith(".json"));
  const resources = Object.fromEntries(
    namespaces.map((name) => [
      name.slice(0, -".json".length),
      JSON.parse(fs.readFileSync(path.join(folder, language, name), "utf8")) as object,
    ]),
  );
  const i18n = createInstance();
  await i18n.init({
    lng: language,
    defaultNS: "common",
    interpolation: i18nOptions.interpolation,
    resources: { [language]: resources },
  });
  return i18n.t;
}
