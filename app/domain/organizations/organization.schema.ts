import { z } from "zod";
import { requiredText } from "../shared/fields";

/** The onboarding form (ORG-01). */
export const createOrganizationSchema = z.object({
  organization_name: requiredText("organization_required", 100),
});
