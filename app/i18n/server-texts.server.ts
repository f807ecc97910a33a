import deColumns from "./de/columns.json";
import deReadme from "./de/readme.json";
import enColumns from "./en/columns.json";
import enReadme from "./en/readme.json";
import esColumns from "./es/columns.json";
import esReadme from "./es/readme.json";
import frColumns from "./fr/columns.json";
import frReadme from "./fr/readme.json";
import type { Language } from "./languages";

/** Texts of files that the server makes: titles of columns, and the README of an archive. No browser needs them. */
export const serverTexts = {
  en: { columns: enColumns, readme: enReadme },
  de: { columns: deColumns, readme: deReadme },
  fr: { columns: frColumns, readme: frReadme },
  es: { columns: esColumns, readme: esReadme },
} satisfies Record<Language, object>;
