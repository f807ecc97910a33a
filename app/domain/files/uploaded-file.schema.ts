import { z } from "zod";
import { MAX_FILE_BYTES } from "./file";

/**
 * The file of a form. Only the browser checks it here; the server reads it as a stream, after the fields
 * (app/server/files).
 */
export const uploadedFile = z.unknown().superRefine((file, context) => {
  if (!(file instanceof File) || file.size <= MAX_FILE_BYTES) return;
  const message = `file_too_large|${JSON.stringify({ max: MAX_FILE_BYTES / 1024 / 1024 })}`;
  context.addIssue({ code: "custom", message });
});
