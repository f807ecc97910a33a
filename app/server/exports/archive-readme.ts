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
  /** Of one person: which files are beside the tables. */
  has?: { account: boolean; contact: boolean };
}

/** What is said of an archive, and of a person's file where it holds that. */
const ofOrganization = [
  "files",
  "pair",
  "people",
  "amounts",
  "spreadsheets",
  "secrets",
  "moment",
  "check",
] as const;
const ofTables = ["files", "pair", "amounts", "spreadsheets"] as const;

function partsOf({ of, tables, has }: About) {
  if (of === "organization") return ofOrganization;
  return [
    ...(tables.length > 0 ? ofTables : []),
    ...(has?.account || tables.length > 0 ? (["account"] as const) : []),
    // As the contact of leads somebody gets what was noted of them.
    ...(has?.contact ? (["contact"] as const) : tables.length > 0 ? (["notes"] as const) : []),
    ...(["moment", "check"] as const),
  ];
}

/** What stands beside the files of an archive, for whoever opens it. */
export function archiveReadme(t: TFunction, about: About): string {
  const { of, name, begun, tables } = about;
  return [
    t(of === "own" ? "exports:own.readme_title" : "exports:archive.readme.title", { name }),
    begun.toISOString(),
    "",
    ...partsOf(about).map((part) => `- ${t(`exports:archive.readme.${part}`)}`),
    "",
    ...tables.map((table) => `  data/${table}.csv  data/${table}.jsonl`),
    "",
  ].join("\n");
}
