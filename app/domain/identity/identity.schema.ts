import { z } from "zod";
import { boundedText, emailAddress, recordId, requiredText } from "../shared/fields";

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

const password = boundedText(PASSWORD_MAX, "password_required");
const newPassword = password.min(PASSWORD_MIN, `password_short|{"min":${PASSWORD_MIN}}`);

export const signUpSchema = z.object({
  name: requiredText("name_required", 100, "name_too_long"),
  email: emailAddress,
  password: newPassword,
});

export const signInSchema = z.object({
  email: emailAddress,
  password: password.min(1, "password_required"),
});

/** The affiliate's sign-in and "send it again" ask for the address only. */
export const emailOnlySchema = z.object({ email: emailAddress });

/** The form behind a reset link. */
export const newPasswordSchema = z.object({ password: newPassword });

/** The button that sends the mail of a sign-up again. */
export const sendAgainSchema = z.object({ sign_up: recordId });
