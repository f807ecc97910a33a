import { isDay, type Day } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { sum, toDecimal } from "../shared/money";
import { bankText, isBankId } from "./bank-text";
import { checkBankFile } from "./check-bank-file";
import { countries, needsBic } from "./countries";
import { checkAccount, checkPayment, type Account, type Payment } from "./transfer";

// The file that a bank takes transfers from (PAY-11): pain.001.001.09 by the rules of EPC132-08. Every text in it
// consists of the base character set, in which nothing has a meaning in XML, so nothing is escaped.

/** An address in parts. Banks have refused unstructured ones (AdrLine) since November 2026. */
export interface BankAddress {
  street: string | null;
  houseNumber: string | null;
  postalCode: string | null;
  town: string | null;
  /** Two letters. */
  country: string | null;
}

interface Party extends Account {
  /** Written only if the payee's account is outside of the European Economic Area; null if unknown. */
  address: BankAddress | null;
}

/** A transfer to one payee. */
export interface Transfer extends Payment {
  /** Comes back if the bank returns the transfer. At most 35 characters, unique within the file. */
  endToEndId: string;
  creditor: Party;
}

/** What a bank file says. */
export interface BankFile {
  /** At most 35 characters, never used before: banks drop a second file with the same id. */
  messageId: string;
  createdAt: Date;
  executionDay: Day;
  debtor: Party;
  /** One booking for all transfers on the payer's account, instead of one each. */
  batchBooking: boolean;
  transfers: readonly Transfer[];
}

/**
 * Writes a bank file: XML in UTF-8, without byte order mark. The same parts give the same text.
 *
 * Throws `bank_file_empty`, `bank_file_day`, `bank_file_id` (refused by banks, or used twice), `bank_file_broken` (the
 * written text does not say what it should, see {@link checkBankFile}), `transfer_account`, `transfer_address`,
 * `transfer_amount`, `transfer_currency`, `transfer_name`, `transfer_out_of_reach`.
 */
export function writeBankFile(file: BankFile): string {
  const { messageId, executionDay, transfers } = file;
  if (transfers.length === 0) throw new DomainError("bank_file_empty");
  if (!isDay(executionDay)) throw new DomainError("bank_file_day");
  const ids = transfers.map(({ endToEndId }) => endToEndId);
  rejectIds([messageId]);
  rejectIds(ids);
  const debtor = checkAccount(file.debtor);
  const payments = transfers.map(checkPayment);
  const amounts = transfers.map(({ amount }) => amount);
  const total = toDecimal(sum(amounts), "EUR");
  const count = String(transfers.length);
  const createdAt = `${file.createdAt.toISOString().slice(0, 19)}Z`;
  const batchBooking = String(file.batchBooking);
  // Banks need addresses for accounts outside of the European Economic Area only, so no others are handed over.
  const payees = transfers.map(({ creditor }) => creditor);
  const payerAddress = [file.debtor, ...payees].some(isBeyondEea) ? checkAddress(file.debtor) : [];
  const payeeAddresses = payees.map((payee) => (isBeyondEea(payee) ? checkAddress(payee) : []));

  const xml = `${START}${inside(
    "CstmrCdtTrfInitn",
    inside(
      "GrpHdr",
      leaf("MsgId", messageId),
      leaf("CreDtTm", createdAt),
      leaf("NbOfTxs", count),
      leaf("CtrlSum", total),
      inside("InitgPty", leaf("Nm", debtor.name)),
    ),
    inside(
      "PmtInf",
      leaf("PmtInfId", messageId),
      leaf("PmtMtd", "TRF"),
      leaf("BtchBookg", batchBooking),
      leaf("NbOfTxs", count),
      leaf("CtrlSum", total),
      inside("PmtTpInf", inside("SvcLvl", leaf("Cd", "SEPA"))),
      inside("ReqdExctnDt", leaf("Dt", executionDay)),
      inside("Dbtr", leaf("Nm", debtor.name), postalAddress(payerAddress)),
      inside("DbtrAcct", inside("Id", leaf("IBAN", debtor.iban))),
      inside(
        "DbtrAgt",
        inside("FinInstnId", debtor.bic ? leaf("BICFI", debtor.bic) : inside("Othr", leaf("Id", NOT_PROVIDED))),
      ),
      leaf("ChrgBr", "SLEV"),
      transfers
        .map((transfer, index) => writeTransfer(transfer.endToEndId, payments[index]!, payeeAddresses[index]!))
        .join(""),
    ),
  )}</Document>\n`;
  const accounts = [debtor, ...payments.map(({ creditor }) => creditor)];
  const addresses = [payerAddress, ...payeeAddresses].flat();
  const inAddresses = (wanted: AddressPart) => addresses.flatMap(([part, text]) => (part === wanted ? text : []));
  checkBankFile(xml, amounts, {
    MsgId: [messageId],
    CreDtTm: [createdAt],
    PmtInfId: [messageId],
    BtchBookg: [batchBooking],
    Dt: [executionDay],
    Nm: [debtor.name, ...accounts.map(({ name }) => name)],
    IBAN: accounts.map(({ iban }) => iban),
    BICFI: accounts.flatMap(({ bic }) => bic ?? []),
    Id: debtor.bic ? [] : [NOT_PROVIDED],
    EndToEndId: ids,
    Ustrd: payments.flatMap(({ remittance }) => remittance || []),
    StrtNm: inAddresses("StrtNm"),
    BldgNb: inAddresses("BldgNb"),
    PstCd: inAddresses("PstCd"),
    TwnNm: inAddresses("TwnNm"),
    Ctry: inAddresses("Ctry"),
  });
  return xml;
}

const START =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">';
/** Stands for the unknown BIC of the payer. */
const NOT_PROVIDED = "NOTPROVIDED";

/** Absent elements are left out, because the schema allows no empty ones. */
type Element = string | false;

function inside(name: string, ...elements: Element[]): string {
  return `<${name}>${elements.filter((element) => element !== false).join("")}</${name}>`;
}

function leaf(name: string, value: string, attribute = ""): string {
  return `<${name}${attribute}>${value}</${name}>`;
}

/** Throws `bank_file_id` for ids that banks refuse, and for those that occur twice. */
function rejectIds(ids: string[]): void {
  const known = new Set<string>();
  for (const id of ids) {
    if (!isBankId(id) || known.has(id)) throw new DomainError("bank_file_id", { id });
    known.add(id);
  }
}

const isBeyondEea = ({ iban }: Account) => needsBic(iban.slice(0, 2));

/** A transfer is on a line of its own, for people who look into the file. */
function writeTransfer(id: string, payment: ReturnType<typeof checkPayment>, address: WrittenAddress): string {
  const { name, iban, bic } = payment.creditor;
  return `\n${inside(
    "CdtTrfTxInf",
    inside("PmtId", leaf("EndToEndId", id)),
    inside("Amt", leaf("InstdAmt", payment.amount, ' Ccy="EUR"')),
    bic !== null && inside("CdtrAgt", inside("FinInstnId", leaf("BICFI", bic))),
    inside("Cdtr", leaf("Nm", name), postalAddress(address)),
    inside("CdtrAcct", inside("Id", leaf("IBAN", iban))),
    payment.remittance !== "" && inside("RmtInf", leaf("Ustrd", payment.remittance)),
  )}`;
}

/** Parts of an address in the order of the schema; the limit of characters, and what is written. */
const addressParts = {
  StrtNm: [70, ({ street }) => street],
  BldgNb: [16, ({ houseNumber }) => houseNumber],
  PstCd: [16, ({ postalCode }) => postalCode],
  TwnNm: [35, ({ town }) => town],
  Ctry: [2, ({ country }) => country],
} satisfies Record<string, [max: number, of: (address: BankAddress) => string | null]>;

type AddressPart = keyof typeof addressParts;
type WrittenAddress = [part: AddressPart, text: string][];

/**
 * Returns the known parts of an address as banks take them. Throws `transfer_address` if some are known, but not town
 * and country.
 */
function checkAddress({ name, address }: Party): WrittenAddress {
  if (!address) return [];
  const parts = Object.entries(addressParts) as [AddressPart, (typeof addressParts)[AddressPart]][];
  const written = parts
    .map(([part, [max, of]]): [AddressPart, string] => [part, bankText(of(address) ?? "", max)])
    .filter(([, text]) => text !== "");
  const isComplete = written.some(([part]) => part === "TwnNm") && countries.includes(address.country ?? "");
  if (written.length > 0 && !isComplete) throw new DomainError("transfer_address", { name });
  return written;
}

const postalAddress = (parts: WrittenAddress): Element =>
  parts.length > 0 && inside("PstlAdr", ...parts.map(([part, text]) => leaf(part, text)));
