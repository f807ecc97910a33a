import fs from "node:fs";
import { dirname } from "node:path";

/** What the codes of the file system mean to the person who has to act (errno(3)). */
const meanings: Record<string, string> = {
  ENOENT: "does not exist",
  EACCES: "may not be used by the user of this process",
  EPERM: "may not be used by the user of this process",
  EROFS: "is on a disk that cannot be written to",
  ENOSPC: "cannot be written: the disk is full",
  EDQUOT: "cannot be written: this user's share of the disk is full",
  EISDIR: "is a folder, not a file",
  ENOTDIR: "leads through a file as if it were a folder",
  ENOTEMPTY: "is a folder that is not empty",
  EEXIST: "exists already",
  ENAMETOOLONG: "has too long a name",
  ELOOP: "is a link that leads to itself",
  ETXTBSY: "is in use",
  EBUSY: "is in use",
  EIO: "cannot be read or written: the disk is damaged",
};

/** The codes that a user can be the cause of, unlike a disk that is full or damaged. */
const machine = ["ENOSPC", "EDQUOT", "EIO"];

/** A file or folder that could not be used. */
export interface FileTrouble {
  /** Which one; null when Node does not say it (while writing into an open file). */
  file: string | null;
  /** What is wrong, without a subject: "does not exist". */
  what: string;
  /** Whether another name or another owner helps. */
  isChoice: boolean;
}

/** What went wrong with a file, in plain words; null for any other error. */
export function fileTroubleOf(error: unknown): FileTrouble | null {
  if (!(error instanceof Error)) return null;
  const { code = "", path, syscall } = error as NodeJS.ErrnoException;
  const meaning = Object.hasOwn(meanings, code) ? meanings[code] : undefined;
  // Errors of sockets and programs have other codes, or no path.
  if (meaning === undefined || syscall?.startsWith("spawn")) return null;
  if (path === undefined && !["write", "fsync", "read"].includes(syscall ?? "")) return null;
  const user = /^E(ACCES|PERM)$/.test(code) && process.getuid ? ` (id ${process.getuid()})` : "";
  return { file: named(code, path), what: `${meaning}${user}`, isChoice: !machine.includes(code) };
}

/** Of a file that cannot be made because its folder is missing, the folder. */
function named(code: string, path: string | undefined): string | null {
  if (path === undefined) return null;
  return code === "ENOENT" && !fs.existsSync(dirname(path)) ? dirname(path) : path;
}

/** The same as a sentence; null for any other error. */
export function fileSentence(error: unknown): string | null {
  const trouble = fileTroubleOf(error);
  return trouble && `${trouble.file === null ? "a file" : `"${trouble.file}"`} ${trouble.what}`;
}
