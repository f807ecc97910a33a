import { z } from "zod";
import { organizationName } from "../organizations/organization.schema";

/** Input that confirms the deletion of an organization: its name. */
export const closeOrganizationSchema = z.object({ name: organizationName });
