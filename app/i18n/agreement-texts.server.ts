import type { AgreementVersion } from "~/domain/payouts/agreement";
import de from "./de/agreement.json";
import en from "./en/agreement.json";
import es from "./es/agreement.json";
import fr from "./fr/agreement.json";
import type { Language } from "./languages";

/** A text of the agreement to self-billing (PAY-04). */
export interface AgreementText {
  title: string;
  intro: string;
  points: { title: string; text: string }[];
}

/** A version is never edited once it is released: people have accepted it. A test compares their hashes. */
const texts: Record<Language, Record<`v${AgreementVersion}`, AgreementText>> = { en, de, fr, es };

/** Returns a version of the agreement with the name of the payer. Browsers do not load these catalogs. */
export function agreementText(language: Language, version: AgreementVersion, payer: string): AgreementText {
  const { title, intro, points } = texts[language][`v${version}`];
  const fill = (text: string) => text.replaceAll("{{payer}}", () => payer);
  return {
    title,
    intro: fill(intro),
    points: points.map((point) => ({ title: point.title, text: fill(point.text) })),
  };
}
