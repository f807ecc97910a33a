import { z } from "zod";
import { DAY_MS } from "../shared/dates";
import { organizationName } from "../organizations/organization.schema";

/** A data archive that is not older needs no confirmation. */
const FRESH_MS = DAY_MS;

/** Whether the last download of the data archive is recent enough to close the organization. */
export const isFresh = (archivedAt: Date | null, now: Date): boolean =>
  archivedAt !== null && now.getTime() - archivedAt.getTime() <= FRESH_MS;

/** Input that confirms the deletion of an organization: its name, and that there is no recent archive. */
export const closeOrganizationSchema = z
  .object({ name: organizationName, without_archive: z.literal("on").optional() })
  .transform(({ name, without_archive }) => ({ name, withoutArchive: without_archive === "on" }));
export type ClosingInput = z.output<typeof closeOrganizationSchema>;
