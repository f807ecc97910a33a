import type { Statement } from "~/domain/payouts/statement";
import type { DocumentText } from "~/i18n/document-text";
import { statementText } from "~/i18n/statement-words";
import { mailFormat } from "../mail/notice-mail.server";
import { readerLanguage } from "../mail/texts.server";
import { documentTexts } from "./texts.server";

/** Writes a statement in the affiliate's language. A page and the PDF show the same text. */
export async function composeStatement(statement: Statement): Promise<DocumentText> {
  const language = readerLanguage(statement.language);
  return statementText(language, await documentTexts(language), mailFormat(language), statement);
}
