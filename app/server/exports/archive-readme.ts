import type { TFunction } from "i18next";

interface About {
  /** Of the organisation. */
  name: string;
  /** When the archive was begun. */
  begun: Date;
  /** The tables in it. */
  tables: string[];
}

/** What stands beside the files of an archive, for whoever opens it. */
export function archiveReadme(t: TFunction, { name, begun, tables }: About): string {
  const parts = ["files", "pair", "people", "amounts", "spreadsheets", "secrets", "moment", "check"] as const;
  return [
    t("exports:archive.readme.title", { name }),
    begun.toISOString(),
    "",
    ...parts.map((part) => `- ${t(`exports:archive.readme.${part}`)}`),
    "",
    ...tables.map((table) => `  data/${table}.csv  data/${table}.jsonl`),
    "",
  ].join("\n");
}
