import { cut } from "../shared/damaged";
import { visible } from "../shared/visible";
import { fileTypes, type FileType } from "./file";

const MAX_LENGTH = 100;
/** Limit for a name as it arrives. */
const MAX_GIVEN_LENGTH = 500;
/** Not allowed in names on common systems. */
const UNSAFE = /[<>:"|?*;%\\/]+/g;
/** Names of devices on Windows, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Returns the name under which a file is stored and downloaded: without folders, invisible characters and characters
 * that systems reject, and with an ending of its type.
 */
export function cleanFileName(name: string, type: FileType): string {
  // Long enough for all systems. The next expressions take time that grows with the square of the length.
  const last = cut(name.split(/[\\/]/).at(-1) ?? "", MAX_GIVEN_LENGTH);
  const bare = visible(last).normalize("NFC").replace(UNSAFE, "-").replace(/\s+/g, " ");
  const trimmed = bare.replace(/^[\s.-]+|[\s.]+$/g, "");
  const endings: readonly string[] = fileTypes[type];
  const [, stem = trimmed, ending = ""] = /^(.+)\.([a-z0-9]+)$/i.exec(trimmed) ?? [];
  const fits = endings.includes(ending.toLowerCase());
  const body = cut(fits ? stem : trimmed, MAX_LENGTH).trim() || "file";
  const safe = DEVICE.test(body) ? `file-${body}` : body;
  return `${safe}.${fits ? ending.toLowerCase() : endings[0]}`;
}
