import { z } from "zod";
import { mailTopics, type MailTopic } from "./notice";

/** The field of a topic in the form: sent when it is switched on. */
export const topicField = (topic: MailTopic) => `mail_${topic}`;

/** The topics that the form has switched on. */
export const mailChoicesSchema = z
  .object(Object.fromEntries(mailTopics.map((topic) => [topicField(topic), z.literal("on").optional()])))
  .transform((form) => mailTopics.filter((topic) => form[topicField(topic)] === "on"));
