import { z } from "zod";
import { emailAddress, requiredText } from "../shared/fields";

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

const newPassword = z
  .string({ error: "password_required" })
  .min(PASSWORD_MIN, `password_short|{"min":${PASSWORD_MIN}}`)
  .max(PASSWORD_MAX, `too_long|{"max":${PASSWORD_MAX}}`);

export const signUpSchema = z.object({
  name: requiredText("name_required", 100, "name_too_long"),
  email: emailAddress,
  password: newPassword,
});

export const signInSchema = z.object({
  email: emailAddress,
  password: z.string({ error: "password_required" }).min(1, "password_required"),
});

/** The affiliate's sign-in and "send it again" ask for the address only. */
export const emailOnlySchema = z.object({ email: emailAddress });

/** The form behind a reset link. */
export const newPasswordSchema = z.object({ password: newPassword });
