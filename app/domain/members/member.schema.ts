import { z } from "zod";
import type { MemberInvitation } from "#prisma";
import type { AccountState } from "../identity/admit-invited.server";
import { newPasswordSchema, signUpSchema } from "../identity/identity.schema";
import { shapeOf, toRecord, type FieldList, type RecordOf } from "../shared/field-list";
import { boundedText, emailAddress, MAX_ENTRY_LENGTH, recordId } from "../shared/fields";

export const memberRoles = ["owner", "member"] as const;
export type MemberRole = (typeof memberRoles)[number];

const role = z.enum(memberRoles, "role_required");

/** Fields of an invitation. */
export const invitationFields = {
  email: { column: "email", schema: emailAddress },
  role: { column: "role", schema: role },
} satisfies FieldList<Pick<MemberInvitation, "email"> & { role: MemberRole }>;

export type InvitationField = keyof typeof invitationFields;
export type NewInvitation = RecordOf<typeof invitationFields>;

export const inviteMemberSchema = z
  .object(shapeOf(invitationFields))
  .transform((input) => toRecord(invitationFields, input));

/** The buttons of an invitation. */
export const invitationButtonSchema = z.object({ invitation: recordId });

export const changeRoleSchema = z.object({ role });

/** Input for transferring the organization: the new owner. */
export const handOverSchema = z.object({
  member: boundedText(MAX_ENTRY_LENGTH, "member_required").min(1, "member_required").pipe(recordId),
});

/** Input behind an invitation link, by the state of the user's account. */
export const joinSchemas = {
  complete: z.object({}),
  passwordless: newPasswordSchema,
  none: newPasswordSchema.extend({ name: signUpSchema.shape.name }),
} satisfies Record<AccountState, z.ZodType>;

/** Input of the form that removes a member: who becomes responsible for their leads; null for nobody. */
export const heirSchema = z.object({ heir: recordId.optional() }).transform(({ heir }) => heir ?? null);
