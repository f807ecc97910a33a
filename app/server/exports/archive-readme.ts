import type { TFunction } from "i18next";
import { namesOf } from "~/domain/shared/field-list";

interface About {
  /** `organization`: all data of the organization. `own`: the data of one person. */
  of: "organization" | "own";
  /** Name of the organization. */
  name: string;
  /** Start time of the archive. */
  begun: Date;
  /** Names of the included tables. */
  tables: string[];
  /** For one person: the files besides the tables. */
  has?: { account: boolean; contact: boolean };
}

/** Returns the paragraphs that apply to the archive or to the person's file, in their order. */
function partsOf({ of, tables, has }: About) {
  const isOwn = of === "own";
  const hasTables = tables.length > 0;
  const isSaid = {
    files: hasTables,
    pair: hasTables,
    stored: !isOwn,
    documents: !isOwn,
    accounts: !isOwn,
    people: !isOwn,
    account: isOwn && (hasTables || has?.account === true),
    contact: has?.contact === true,
    // The contact of leads also receives the notes about them.
    notes: isOwn && hasTables && !has?.contact,
    amounts: hasTables || has?.contact === true,
    spreadsheets: hasTables,
    secrets: !isOwn,
    moment: true,
    check: true,
  };
  return namesOf(isSaid).filter((part) => isSaid[part]);
}

/** Returns the README of a data archive, in the language of `t`. */
export function archiveReadme(t: TFunction, about: About): string {
  const { of, name, begun, tables } = about;
  return [
    t(of === "own" ? "readme:own_title" : "readme:title", { name }),
    begun.toISOString(),
    "",
    ...partsOf(about).map((part) => `- ${t(`readme:${part}`)}`),
    "",
    ...tables.map((table) => `  data/${table}.csv  data/${table}.jsonl`),
    "",
  ].join("\n");
}
