import { z } from "zod";
import { boundedText, emailAddress, exactText, personName, recordId, requiredText } from "../shared/fields";

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

const password = exactText(PASSWORD_MAX, "password_required");
const newPassword = password.min(PASSWORD_MIN, `password_short|{"min":${PASSWORD_MIN}}`);

export const signUpSchema = z.object({
  name: personName,
  email: emailAddress,
  password: newPassword,
});

export const signInSchema = z.object({
  email: emailAddress,
  password: password.min(1, "password_required"),
});

/** A code of the second factor; the limit allows a recovery code with spaces. */
export const codeSchema = z.object({ code: requiredText("code_required", 40) });

/** An authenticator's response as the browser sends it; the largest signatures have some 5,000 characters. */
const passkey = boundedText(20_000);

/** A passkey's response for signing in. */
export const passkeySchema = z.object({ passkey: passkey.min(1, "passkey_failed") });

/** A new passkey and the name that its owner gives it. */
export const newPasskeySchema = passkeySchema.extend({ name: requiredText("name_required", 60) });

/** The second step of a sign-in: a code or a passkey. */
export const secondStepSchema = z.union([passkeySchema, codeSchema]);

/** Input for re-authentication: the password, or a code or passkey of the second factor. */
export const proofFields = {
  proof: z.enum(["password", "code", "passkey"]),
  password: password.optional(),
  code: boundedText(40).optional(),
  passkey: passkey.optional(),
};

export type Shown = z.output<z.ZodObject<typeof proofFields>>;

/** Adds an issue if the value of the chosen method is missing. */
function requireShown(
  shown: Shown,
  context: { addIssue: (issue: { code: "custom"; path: string[]; message: string }) => void },
) {
  const { proof } = shown;
  if (!shown[proof]?.trim()) {
    const message = proof === "passkey" ? "passkey_failed" : `${proof}_required`;
    context.addIssue({ code: "custom", path: proof === "passkey" ? [] : [proof], message });
  }
}

export const proofSchema = z.object(proofFields).superRefine(requireShown);

/** The affiliate's sign-in and resending the email need only the address. */
export const emailOnlySchema = z.object({ email: emailAddress });

/** The new password of a signed-in user; the current one is the field `password`. */
export const changePasswordSchema = z.object({ new_password: newPassword });

/** The new name of a signed-in user. */
export const changeNameSchema = z.object({ name: personName });
/** The new address of a signed-in user. */
export const changeEmailSchema = emailOnlySchema;

/** The form behind a reset link. */
export const newPasswordSchema = z.object({ password: newPassword });

/** The button that resends the email of a sign-up. */
export const sendAgainSchema = z.object({ sign_up: recordId });
