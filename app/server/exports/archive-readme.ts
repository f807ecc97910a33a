import type { TFunction } from "i18next";
import { namesOf } from "~/domain/shared/field-list";

interface About {
  /** Of an organization as a whole, or what is about one affiliate. */
  of: "organization" | "own";
  /** Of the organization. */
  name: string;
  /** When the archive was begun. */
  begun: Date;
  /** The tables in it. */
  tables: string[];
  /** Of one person: which files are beside the tables. */
  has?: { account: boolean; contact: boolean };
}

/** What is said, in this order: of an archive, or of a person's file where it holds that. */
function partsOf({ of, tables, has }: About) {
  const isOwn = of === "own";
  const hasTables = tables.length > 0;
  const isSaid = {
    files: hasTables,
    pair: hasTables,
    people: !isOwn,
    account: isOwn && (hasTables || has?.account === true),
    contact: has?.contact === true,
    // As the contact of leads somebody gets what was noted of them.
    notes: isOwn && hasTables && !has?.contact,
    amounts: hasTables || has?.contact === true,
    spreadsheets: hasTables,
    secrets: !isOwn,
    moment: true,
    check: true,
  };
  return namesOf(isSaid).filter((part) => isSaid[part]);
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
