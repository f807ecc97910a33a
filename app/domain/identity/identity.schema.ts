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

/** A code of the second factor; long enough for a recovery code with blanks. */
export const codeSchema = z.object({ code: requiredText("code_required", 40) });

/** What the browser hands on of an authenticator's answer; the largest signatures have some 5,000 characters. */
const passkey = boundedText(20_000);

/** The answer of a passkey that signs in. */
export const passkeySchema = z.object({ passkey: passkey.min(1, "passkey_failed") });

/** A passkey that was made, and the name its owner gives it. */
export const newPasskeySchema = passkeySchema.extend({ name: requiredText("name_required", 60) });

/** The second step of a sign-in: a code, or a passkey. */
export const secondStepSchema = z.union([passkeySchema, codeSchema]);

/** What somebody signed in shows to prove that it is them: the password, or what their second factor has. */
export const proofFields = {
  proof: z.enum(["password", "code", "passkey"]),
  password: password.optional(),
  code: boundedText(40).optional(),
  passkey: passkey.optional(),
};

export type Shown = z.output<z.ZodObject<typeof proofFields>>;

/** Says so if what is to be shown is missing. */
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

/** The affiliate's sign-in and "send it again" ask for the address only. */
export const emailOnlySchema = z.object({ email: emailAddress });

/** Another password of somebody signed in. What they show beside it is called `password`. */
export const changePasswordSchema = z.object({ new_password: newPassword });

/** Another name of somebody signed in, */
export const changeNameSchema = z.object({ name: personName });
/** and another address. */
export const changeEmailSchema = emailOnlySchema;

/** The form behind a reset link. */
export const newPasswordSchema = z.object({ password: newPassword });

/** The button that sends the mail of a sign-up again. */
export const sendAgainSchema = z.object({ sign_up: recordId });
