import { z } from "zod";
import { mailTopics, type MailTopic } from "./notice";

/** Returns the form field of a topic; it is sent if the topic is switched on. */
export const topicField = (topic: MailTopic) => `mail_${topic}`;

/** The topics switched on in the form. */
export const mailChoicesSchema = z
  .object(Object.fromEntries(mailTopics.map((topic) => [topicField(topic), z.literal("on").optional()])))
  .transform((form) => mailTopics.filter((topic) => form[topicField(topic)] === "on"));
