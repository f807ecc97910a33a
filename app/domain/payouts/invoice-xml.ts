import { isDay, type Day } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { requiredText } from "../shared/fields";
import { fractionDigits, LARGEST_AMOUNT, sum } from "../shared/money";
import { MAX_NUMBER, type InvoiceFacts } from "./own-invoice";

// E-invoices in the two syntaxes of EN 16931: CII (XRechnung, ZUGFeRD, Factur-X) and UBL 2.1.

/** The text of an element; `path` is each element from the root on as `{namespace}name`. */
interface FoundText {
  path: string;
  text: string;
  attributes: Readonly<Record<string, string>>;
}

const path = (...names: readonly (readonly [namespace: string, name: string])[]) =>
  names.map(([namespace, name]) => `{${namespace}}${name}`).join("");

const CII = "urn:un:unece:uncefact:data:standard:";
const rsm = (name: string) => [`${CII}CrossIndustryInvoice:100`, name] as const;
const ram = (name: string) => [`${CII}ReusableAggregateBusinessInformationEntity:100`, name] as const;
const udt = (name: string) => [`${CII}UnqualifiedDataType:100`, name] as const;
const ciiRoot = rsm("CrossIndustryInvoice");
const inDocument = [ciiRoot, rsm("ExchangedDocument")];
const agreement = [ciiRoot, rsm("SupplyChainTradeTransaction"), ram("ApplicableHeaderTradeAgreement")];
const settlement = [ciiRoot, rsm("SupplyChainTradeTransaction"), ram("ApplicableHeaderTradeSettlement")];
const sums = [...settlement, ram("SpecifiedTradeSettlementHeaderMonetarySummation")];

const UBL = "urn:oasis:names:specification:ubl:schema:xsd:";
const ublRoot = [`${UBL}Invoice-2`, "Invoice"] as const;
const cbc = (name: string) => [`${UBL}CommonBasicComponents-2`, name] as const;
const cac = (name: string) => [`${UBL}CommonAggregateComponents-2`, name] as const;
const totals = [ublRoot, cac("LegalMonetaryTotal")];

/** The terms of EN 16931 that are read, with where each syntax has them. */
const syntaxes = {
  cii: {
    root: path(ciiRoot),
    "BT-1": path(...inDocument, ram("ID")),
    "BT-2": path(...inDocument, ram("IssueDateTime"), udt("DateTimeString")),
    "BT-3": path(...inDocument, ram("TypeCode")),
    "BT-5": path(...settlement, ram("InvoiceCurrencyCode")),
    "BT-10": path(...agreement, ram("BuyerReference")),
    "BT-12": path(...agreement, ram("ContractReferencedDocument"), ram("IssuerAssignedID")),
    "BT-13": path(...agreement, ram("BuyerOrderReferencedDocument"), ram("IssuerAssignedID")),
    "BT-122": path(...agreement, ram("AdditionalReferencedDocument"), ram("IssuerAssignedID")),
    "BT-109": path(...sums, ram("TaxBasisTotalAmount")),
    "BT-110": path(...sums, ram("TaxTotalAmount")),
    "BT-112": path(...sums, ram("GrandTotalAmount")),
    "BT-115": path(...sums, ram("DuePayableAmount")),
  },
  ubl: {
    root: path(ublRoot),
    "BT-1": path(ublRoot, cbc("ID")),
    "BT-2": path(ublRoot, cbc("IssueDate")),
    "BT-3": path(ublRoot, cbc("InvoiceTypeCode")),
    "BT-5": path(ublRoot, cbc("DocumentCurrencyCode")),
    "BT-10": path(ublRoot, cbc("BuyerReference")),
    "BT-12": path(ublRoot, cac("ContractDocumentReference"), cbc("ID")),
    "BT-13": path(ublRoot, cac("OrderReference"), cbc("ID")),
    "BT-122": path(ublRoot, cac("AdditionalDocumentReference"), cbc("ID")),
    "BT-109": path(...totals, cbc("TaxExclusiveAmount")),
    "BT-110": path(ublRoot, cac("TaxTotal"), cbc("TaxAmount")),
    "BT-112": path(...totals, cbc("TaxInclusiveAmount")),
    "BT-115": path(...totals, cbc("PayableAmount")),
  },
} as const;
type Term = Exclude<keyof (typeof syntaxes)["cii"], "root">;

/** The elements that {@link invoiceFromXml} needs. */
export const invoicePaths: ReadonlySet<string> = new Set(
  Object.values(syntaxes).flatMap((syntax) => Object.values(syntax)),
);

/** What can name the statement: order, buyer's reference, supporting documents, contract. */
const REFERENCES = ["BT-13", "BT-10", "BT-122", "BT-12"] as const satisfies readonly Term[];

/** Invoices: usual, partial and corrected. Not credit notes, whose amounts would have to be negated. */
const TYPES = ["380", "326", "384"];

const unreadable = (term: Term) => new DomainError("invoice_xml_value", { term });

/**
 * Reads what an e-invoice says from the texts at {@link invoicePaths}; null if the XML could not be read. Throws
 * `invoice_xml_broken`, `invoice_xml_unknown` (neither a CII nor a UBL invoice), `invoice_xml_kind` (no plain invoice),
 * `invoice_xml_value` (a value that is needed is missing, repeated or malformed), `invoice_xml_payable` (the amount due
 * is not the total), `invoice_sum` (net and VAT do not add up).
 */
export function invoiceFromXml(texts: readonly FoundText[] | null): InvoiceFacts {
  if (!texts) throw new DomainError("invoice_xml_broken");
  const syntax = Object.values(syntaxes).find(({ root }) => texts.some((one) => one.path === root));
  if (!syntax) throw new DomainError("invoice_xml_unknown");
  const all = (term: Term) => texts.filter((one) => one.path === syntax[term]);
  const single = (term: Term): FoundText => {
    const [one, ...more] = all(term);
    if (!one || more.length > 0) throw unreadable(term);
    return one;
  };
  if (!TYPES.includes(single("BT-3").text)) throw new DomainError("invoice_xml_kind");
  const number = requiredText("invalid", MAX_NUMBER).safeParse(single("BT-1").text);
  if (!number.success) throw unreadable("BT-1");
  const currency = single("BT-5").text;
  if (!/^[A-Z]{3}$/.test(currency)) throw unreadable("BT-5");
  /** Null if there is none in any currency. VAT may be there a second time, in the currency of bookkeeping. */
  const amountOf = (term: Term): number | null => {
    const given = all(term);
    const own = given.filter(({ attributes }) => (attributes["currencyID"] ?? currency) === currency);
    const [one, ...more] = own;
    if (given.length === 0) return null;
    const amount = one && more.length === 0 ? readDecimal(one.text, currency) : null;
    if (amount === null) throw unreadable(term);
    return amount;
  };
  const needed = (term: Term): number => {
    const amount = amountOf(term);
    if (amount === null) throw unreadable(term);
    return amount;
  };
  const [net, vat, gross] = [needed("BT-109"), amountOf("BT-110") ?? 0, needed("BT-112")];
  if (net === 0) throw unreadable("BT-109");
  if (sum([net, vat]) !== gross) throw new DomainError("invoice_sum");
  if ((amountOf("BT-115") ?? gross) !== gross) throw new DomainError("invoice_xml_payable");
  const references = REFERENCES.flatMap((term) => all(term).map(({ text }) => text));
  return { number: number.data, issuedOn: readDay(single("BT-2")), currency, net, vat, gross, references };
}

/** CII writes 20261128 with a format of its own, UBL writes 2026-11-28. */
function readDay({ text, attributes }: FoundText): Day {
  const isCompact = attributes["format"] === "102" && /^\d{8}$/.test(text);
  const written = isCompact ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : text;
  if (!isDay(written)) throw unreadable("BT-2");
  return written;
}

/**
 * Returns a decimal of XML Schema in minor units; null if it is malformed, below zero, larger than any entered amount,
 * or has decimals other than zeros that the currency does not have.
 */
export function readDecimal(text: string, currency: string): number | null {
  const [, whole = "", fraction = ""] = /^\+?(\d{0,30})(?:\.(\d{0,30}))?$/.exec(text) ?? [];
  if (whole + fraction === "") return null;
  const digits = fractionDigits(currency);
  if (/[1-9]/.test(fraction.slice(digits))) return null;
  const amount = BigInt(whole + fraction.slice(0, digits).padEnd(digits, "0"));
  return amount > BigInt(LARGEST_AMOUNT) ? null : Number(amount);
}
