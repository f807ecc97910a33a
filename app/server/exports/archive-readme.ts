import type { TFunction } from "i18next";

interface About {
  /** Of an organisation as a whole, or what is about one affiliate. */
  of: "organization" | "own";
  /** Of the organisation. */
  name: string;
  /** When the archive was begun. */
  begun: Date;
  /** The tables in it. */
  tables: string[];
  /** Whether it says what is kept of somebody as the contact of leads. */
  hasContact?: boolean;
}

const parts = {
  organization: ["files", "pair", "people", "amounts", "spreadsheets", "secrets", "moment", "check"],
  own: ["files", "pair", "account", "contact", "notes", "amounts", "spreadsheets", "moment", "check"],
} as const;

/** What stands beside the files of an archive, for whoever opens it. */
export function archiveReadme(t: TFunction, { of, name, begun, tables, hasContact = false }: About): string {
  return [
    t(of === "own" ? "exports:own.readme_title" : "exports:archive.readme.title", { name }),
    begun.toISOString(),
    "",
    ...parts[of]
      .filter((part) => part !== "contact" || hasContact)
      .map((part) => `- ${t(`exports:archive.readme.${part}`)}`),
    "",
    ...tables.map((table) => `  data/${table}.csv  data/${table}.jsonl`),
    "",
  ].join("\n");
}
