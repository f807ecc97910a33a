import { DomainError } from "../shared/errors";
import { sum } from "../shared/money";
import { isBankId, isBankName, isBankText } from "./bank-text";

/** Elements whose texts differ between files. `Id` stands for the unknown BIC of the payer. */
type Named =
  | "MsgId"
  | "CreDtTm"
  | "PmtInfId"
  | "BtchBookg"
  | "Dt"
  | "Nm"
  | "IBAN"
  | "BICFI"
  | "Id"
  | "EndToEndId"
  | "Ustrd"
  | "StrtNm"
  | "BldgNb"
  | "PstCd"
  | "TwnNm"
  | "Ctry";

/** The texts that a bank file must have, by element, in the order of the file. */
export type ExpectedTexts = Readonly<Record<Named, readonly string[]>>;

/** Texts that are the same in every file. */
const CONSTANT = { PmtMtd: ["TRF"], Cd: ["SEPA"], ChrgBr: ["SLEV"] };

/** An element without others in it: its name and its text. */
const LEAF = /<(\w+)(?: [^<>]*)?>([^<>]*)<\/\1>/g;
const AMOUNT = /^(\d{1,13})\.(\d\d)$/;

/**
 * Reads a written bank file again before anyone gets it, and compares it with what it must say. Number and sum are
 * counted in the text.
 *
 * @param amounts cents of the transfers, in the order of the file.
 *
 * Throws `bank_file_broken`, which would be an error of this program.
 */
export function checkBankFile(xml: string, amounts: readonly number[], expected: ExpectedTexts): void {
  const texts = new Map<string, string[]>();
  for (const [, name, text] of xml.matchAll(LEAF)) {
    const known = texts.get(name!);
    if (known) known.push(text!);
    else texts.set(name!, [text!]);
  }
  const centsIn = (name: string) => (texts.get(name) ?? []).map(centsOf);
  const written = centsIn("InstdAmt");
  const total = sum(written);
  const countOf = (tag: string) => xml.split(tag).length - 1;
  const number = countOf("<CdtTrfTxInf>");
  const wanted = { ...CONSTANT, ...expected, NbOfTxs: [String(number), String(number)] };

  const isRight =
    number === amounts.length &&
    isSame(written, amounts) &&
    isSame(centsIn("CtrlSum"), [total, total]) &&
    countOf('<InstdAmt Ccy="EUR">') === number &&
    countOf("<PstlAdr") === expected.TwnNm.length &&
    Object.entries(wanted).every(([name, list]) => isSame(texts.get(name) ?? [], list)) &&
    [...expected.MsgId, ...expected.EndToEndId].every(isBankId) &&
    expected.Nm.every((name) => name.length <= 70 && isBankName(name)) &&
    [...texts.values()].flat().every((text) => text !== "" && text.length <= 140 && isBankText(text)) &&
    !texts.has("AdrLine");
  if (!isRight) throw new DomainError("bank_file_broken");
}

/** Returns the cents of an amount in decimal notation; 0, which no transfer has, for any other text. */
function centsOf(text: string): number {
  const [, whole, cents] = AMOUNT.exec(text) ?? [];
  return whole === undefined ? 0 : Number(`${whole}${cents}`);
}

const isSame = <Value>(found: readonly Value[], wanted: readonly Value[]) =>
  found.length === wanted.length && found.every((value, index) => value === wanted[index]);
