import fs from "node:fs";
import { dirname } from "node:path";

/** Descriptions of file system error codes for the operator (errno(3)). */
const meanings: Record<string, string> = {
  ENOENT: "does not exist",
  EACCES: "may not be used by the user of this process",
  EPERM: "may not be used by the user of this process",
  EROFS: "is on a read-only disk",
  ENOSPC: "cannot be written: the disk is full",
  EDQUOT: "cannot be written: the disk quota of this user is exhausted",
  EISDIR: "is a folder, not a file",
  ENOTDIR: "has a parent that is a file, not a folder",
  ENOTEMPTY: "is a folder that is not empty",
  EEXIST: "already exists",
  ENAMETOOLONG: "has a name that is too long",
  ELOOP: "is a link that leads to itself",
  ETXTBSY: "is in use",
  EBUSY: "is in use",
  EIO: "cannot be read or written: the disk is damaged",
};

/** Codes caused by the machine, not by the user's input. */
const machine = ["ENOSPC", "EDQUOT", "EIO"];

/** A problem with a file or folder. */
export interface FileTrouble {
  /** Path; null if Node does not report it (while writing to an open file). */
  file: string | null;
  /** Description without a subject: "does not exist". */
  what: string;
  /** Whether another path or other file permissions solve it. */
  isChoice: boolean;
}

/** Describes a file system error, or returns null for any other error. */
export function fileTroubleOf(error: unknown): FileTrouble | null {
  if (!(error instanceof Error)) return null;
  const { code = "", path, syscall } = error as NodeJS.ErrnoException;
  const meaning = Object.hasOwn(meanings, code) ? meanings[code] : undefined;
  // Errors of sockets and child processes have other codes or no path.
  if (meaning === undefined || syscall?.startsWith("spawn")) return null;
  if (path === undefined && !["write", "fsync", "read"].includes(syscall ?? "")) return null;
  const user = /^E(ACCES|PERM)$/.test(code) && process.getuid ? ` (id ${process.getuid()})` : "";
  return { file: named(code, path), what: `${meaning}${user}`, isChoice: !machine.includes(code) };
}

/** Returns the path to report. If the parent folder is missing, that is the folder. */
function named(code: string, path: string | undefined): string | null {
  if (path === undefined) return null;
  return code === "ENOENT" && !fs.existsSync(dirname(path)) ? dirname(path) : path;
}

/** Describes a file system error as a sentence, or returns null for any other error. */
export function fileSentence(error: unknown): string | null {
  const trouble = fileTroubleOf(error);
  return trouble && `${trouble.file === null ? "a file" : `"${trouble.file}"`} ${trouble.what}`;
}
