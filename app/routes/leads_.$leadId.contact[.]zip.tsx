/** The stored data of a lead's contact (OPS-05). */
export { answerContact as loader } from "~/server/exports/contact-answer.server";
