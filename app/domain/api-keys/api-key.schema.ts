import { z } from "zod";
import { apiAccess } from "../shared/scope";
import { requiredText } from "../shared/fields";

/** Days until a key expires; `never` if it can only be revoked. */
export const keyLifetimes = ["never", "30", "90", "365"] as const;

/** Input for a new key. */
export const createApiKeySchema = z.object({
  name: requiredText("name_required", 60),
  access: z.enum(apiAccess, "api_access_required"),
  /** Whether it reads the files of credit notes, which have whole account numbers. */
  reads_documents: z.literal("yes").optional(),
  lifetime: z.enum(keyLifetimes, "api_lifetime_required"),
});

export type NewApiKey = z.output<typeof createApiKeySchema>;
