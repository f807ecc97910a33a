/** Limit of one file. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Size of a stored chunk in bytes; each chunk is read as a whole. */
export const PIECE_BYTES = 256 * 1024;

/**
 * Receipts, the invoices of affiliates, and the attachments of notes and messages are uploaded; documents are generated
 * by jobs.
 */
export const fileKinds = ["receipt", "document", "invoice", "attachment"] as const;
export type FileKind = (typeof fileKinds)[number];

/** The accepted media types, with the endings of their names. The first ending is added to names without one. */
export const fileTypes = {
  "application/pdf": ["pdf"],
  "image/png": ["png"],
  "image/jpeg": ["jpg", "jpeg", "jfif"],
  "application/xml": ["xml"],
} as const;
export type FileType = keyof typeof fileTypes;

const shownTypes: readonly FileType[] = ["application/pdf", "image/png", "image/jpeg"];

/** The types that a file of each kind may have. */
export const typesOfKind: Readonly<Record<FileKind, readonly FileType[]>> = {
  receipt: shownTypes,
  document: shownTypes,
  attachment: shownTypes,
  invoice: ["application/pdf", "application/xml"],
};

/** Returns the value of the `accept` attribute of a field for a file of this kind. */
export const acceptedFiles = (kind: FileKind): string =>
  typesOfKind[kind].flatMap((type) => [type, ...fileTypes[type].map((ending) => `.${ending}`)]).join(",");

/** A stored file without its bytes. */
export interface StoredFile {
  id: string;
  kind: FileKind;
  name: string;
  type: FileType;
  /** In bytes. */
  size: number;
  /** Of all bytes, in hex. */
  sha256: string;
  /** Where the bytes are. */
  place: "database" | "bucket";
  createdAt: Date;
}
