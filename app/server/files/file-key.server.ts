import { digitsOfId, idOfDigits } from "~/domain/shared/id-digits";
import { createSigner } from "~/platform/signer.server";

/** Time in which a signed address begins a download. */
const VALID_SECONDS = 120;

/** Which pages may open a file again when its address has expired. */
const doors = ["staff", "portal"] as const;
export type FileDoor = (typeof doors)[number];

export interface FileKey {
  orgId: string;
  fileId: string;
  door: FileDoor;
}

const bytesOf = (id: string) => Buffer.from(digitsOfId(id), "hex");
const LENGTH = 16 + 16 + 1 + 4;

/**
 * Returns the key of an address that works without a session for a short time, and when it ends. The caller checks the
 * rights.
 */
export function signFileKey(
  secret: string,
  { orgId, fileId, door }: FileKey,
  now: Date,
): { key: string; expires: Date } {
  const seconds = Math.floor(now.getTime() / 1000) + VALID_SECONDS;
  const end = Buffer.alloc(5);
  end.writeUInt8(doors.indexOf(door), 0);
  end.writeUInt32BE(seconds, 1);
  const key = createSigner(secret).sign("file", Buffer.concat([bytesOf(orgId), bytesOf(fileId), end]));
  return { key, expires: new Date(seconds * 1000) };
}

/** Returns what a key is for, and whether it has expired; null for a text that this app has not signed. */
export function readFileKey(secret: string, key: string, now: Date): (FileKey & { isOver: boolean }) | null {
  const bytes = createSigner(secret).verify("file", key);
  const door = doors[bytes?.[32] ?? -1];
  if (bytes?.length !== LENGTH || !door) return null;
  return {
    orgId: idOfDigits(bytes.toString("hex", 0, 16)),
    fileId: idOfDigits(bytes.toString("hex", 16, 32)),
    door,
    isOver: bytes.readUInt32BE(33) * 1000 <= now.getTime(),
  };
}
