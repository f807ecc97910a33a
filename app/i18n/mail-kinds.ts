import { namesOf } from "~/domain/shared/field-list";
import en from "./en/mail.json";

/** A kind of email, named by the key of its texts in mail.json. */
export type MailKind = {
  [Key in keyof typeof en]: (typeof en)[Key] extends { subject: string } ? Key : never;
}[keyof typeof en];

/** All kinds of emails. */
export const mailKinds = namesOf(en).filter((key): key is MailKind => Object.hasOwn(Object(en[key]), "subject"));
