import type { Bucket } from "~/domain/files/read-file.server";
import type { FileRules } from "~/domain/files/store-file.server";
import type { Env } from "~/platform/env.server";
import { openBucket } from "./bucket.server";
import { scannerOf } from "./scanner.server";

/** The rules for files of this installation, and where their bytes are. */
export interface Files {
  rules: FileRules;
  /** Null if the bytes are in the database. */
  bucket: Bucket | null;
}

/** Returns how files are stored, from the environment. */
export function openFiles(env: Pick<Env, "FILES_QUOTA_MB" | "FILES_SCAN_CMD" | "FILES_URL">): Files {
  const { FILES_QUOTA_MB, FILES_SCAN_CMD, FILES_URL } = env;
  return {
    rules: {
      quotaBytes: FILES_QUOTA_MB * 1024 * 1024,
      scan: FILES_SCAN_CMD ? scannerOf(FILES_SCAN_CMD) : null,
      movesFiles: FILES_URL !== undefined,
    },
    bucket: FILES_URL ? openBucket(FILES_URL) : null,
  };
}
