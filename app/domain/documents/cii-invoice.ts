import type { Day } from "../shared/dates";
import { toDecimal, toPercentText } from "../shared/money";
import type { DocumentLine, DocumentParty, IssuedDocument } from "./document";
import { euCountries, exemptionSentences, treatmentIn, type Treatment } from "./treatment";

/** A side of an invoice in EN 16931. BT numbers are those of the seller. */
export interface CiiParty {
  /** BT-29, the number that the buyer has given; null for the buyer. */
  id: string | null;
  /** BT-27, the legal name. */
  name: string;
  /** BT-28, the trading name. */
  tradingName: string | null;
  postcode: string;
  /** BT-35, street and number. */
  line: string;
  town: string;
  country: string;
  /** BT-32. */
  taxNumber: string | null;
  /** BT-31. */
  vatId: string | null;
}

/** A category and its rate as texts (BT-118 and BT-119, BT-151 and BT-152). */
interface CiiRate {
  category: string;
  rate: string;
}

export interface CiiLine extends CiiRate {
  id: string;
  /** BT-127, names the credit note that a claim corrects. */
  note: string | null;
  /** BT-153 and BT-154. */
  deal: string;
  company: string;
  /** BT-146, never below zero. */
  price: string;
  /** BT-129, "1" or "-1". */
  quantity: string;
  from: string;
  to: string;
  /** BT-131. */
  amount: string;
}

export interface CiiGroup extends CiiRate {
  vat: string;
  net: string;
  /** BT-120 and BT-121. */
  reason: string | null;
  reasonCode: string | null;
}

/** What a file of EN 16931 says, as the texts in it. Days are `YYYY-MM-DD`. */
export interface CiiInvoice {
  number: string;
  typeCode: string;
  issuedOn: string;
  /** BT-22. The first one is the title. */
  notes: string[];
  lines: CiiLine[];
  seller: CiiParty;
  buyer: CiiParty;
  /** BT-122, the number of the statement. */
  statement: string;
  currency: string;
  /** BG-16 and BG-17; null if nothing is transferred. */
  account: { means: string; iban: string; holder: string } | null;
  groups: CiiGroup[];
  from: string;
  to: string;
  /** BT-20. */
  terms: string;
  net: string;
  vat: string;
  gross: string;
  /** BG-3. */
  references: { number: string; issuedOn: string | null }[];
}

/** Code of a self-billed invoice in UNTDID 1001. */
export const SELF_BILLED = "389";

const credit = { title: "Gutschrift", terms: "Zahlung durch Überweisung auf das genannte Konto ohne Abzug" };
const CANCELED_TERMS = "Stornierung: keine Zahlung";

/** Returns the sentence of a line that corrects an earlier credit note. */
export const correctionNote = (number: string): string => `Korrigiert Gutschrift ${number}`;

/** Returns the title of a document in German, which its file states (§ 14 (4) no. 10 UStG). */
export const germanTitle = ({ kind, number, cancels }: IssuedDocument): string =>
  kind === "cancellation" ? `Stornierung der Gutschrift Nr. ${cancels?.number ?? ""}` : `${credit.title} Nr. ${number}`;

/**
 * Returns what the file of a document says (PAY-08, PAY-10).
 *
 * @param iban whole number of the account; null if nothing is transferred. A cancellation transfers nothing.
 * @throws RangeError if a supply stands in no credit note (treatment.ts).
 */
export function ciiInvoice(document: IssuedDocument, iban: string | null): CiiInvoice {
  const { kind, number, issuedOn, statement, currency, payer, payee, account, lines, cancels } = document;
  const money = (amount: number) => toDecimal(amount, currency);
  const isCredit = kind === "credit_note";
  const days = lines.flatMap(({ from, to }) => [from, to]).toSorted();
  const transfers = isCredit && account && iban;
  return {
    number: clean(number),
    typeCode: SELF_BILLED,
    issuedOn,
    notes: [clean(germanTitle(document))],
    lines: lines.map((line, index) => ciiLine(document, line, index)),
    seller: ciiParty(payee, document.affiliateCode),
    buyer: ciiParty(payer, null),
    statement: clean(statement),
    currency,
    account: transfers ? { means: currency === "EUR" ? "58" : "30", iban, holder: clean(account.holder) } : null,
    groups: document.vat.map(({ status, rateBp, net, vat }) => {
      const { category, sentence, exemptionCode } = treated(document, status);
      const reason = sentence && exemptionSentences[sentence];
      return {
        category,
        rate: toPercentText(rateBp),
        net: money(net),
        vat: money(vat),
        reason,
        reasonCode: exemptionCode,
      };
    }),
    from: days[0] ?? issuedOn,
    to: days.at(-1) ?? issuedOn,
    terms: isCredit ? credit.terms : CANCELED_TERMS,
    net: money(document.net),
    vat: money(document.vatTotal),
    gross: money(document.gross),
    references: cancels ? [{ ...cancels, number: clean(cancels.number) }] : correctedNumbers(lines),
  };
}

function ciiLine(document: IssuedDocument, line: DocumentLine, index: number): CiiLine {
  const { amount, corrects, from, to } = line;
  const money = (minor: number) => toDecimal(minor, document.currency);
  return {
    id: String(index + 1),
    note: corrects === null ? null : clean(correctionNote(corrects)),
    // A name is mandatory (BR-25).
    deal: clean(line.deal) || "–",
    company: clean(line.company) || "–",
    // A price is never below zero (BR-27), so the quantity has the sign.
    price: money(Math.abs(amount)),
    quantity: amount < 0 ? "-1" : "1",
    category: treated(document, line.status).category,
    rate: toPercentText(line.rateBp),
    from,
    to,
    amount: money(amount),
  };
}

function ciiParty(party: DocumentParty, id: string | null): CiiParty {
  const { name, company, street, houseNumber, postalCode, town, country } = party;
  return {
    id: id && clean(id),
    name: clean(name),
    tradingName: company === null ? null : clean(company) || null,
    postcode: clean(postalCode),
    line: clean([street, houseNumber].filter(Boolean).join(" ")),
    town: clean(town),
    country,
    ...writtenTaxIds(party),
  };
}

/**
 * Returns the tax ids as EN 16931 takes them. A VAT id begins with the letters of a country (BR-CO-09), so ids of other
 * forms, as in the USA, are written as tax numbers.
 */
function writtenTaxIds({ vatId, taxNumber, country }: DocumentParty): Pick<CiiParty, "vatId" | "taxNumber"> {
  const [vat, tax] = [vatId ? clean(vatId) : null, taxNumber ? clean(taxNumber) : null];
  const isVatId = vat !== null && [...euCountries, "EL", "XI", country].includes(vat.slice(0, 2));
  return isVatId ? { vatId: vat, taxNumber: tax } : { vatId: null, taxNumber: tax ?? vat };
}

function treated(document: IssuedDocument, status: DocumentLine["status"]): Treatment {
  const treatment = treatmentIn(document, status);
  if (typeof treatment === "string") throw new RangeError(`no credit note: ${treatment}`);
  return treatment;
}

const correctedNumbers = (lines: readonly DocumentLine[]): { number: string; issuedOn: Day | null }[] => {
  const numbers = lines.flatMap(({ corrects }) => (corrects === null ? [] : [clean(corrects)]));
  return [...new Set(numbers)].map((number) => ({ number, issuedOn: null }));
};

/** Returns a text on one line without the characters that XML cannot hold. */
function clean(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\uFFFE\uFFFF]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
}
