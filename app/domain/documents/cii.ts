import { serializeToWellFormedString, Document, type Element } from "slimdom";
import type { Day } from "../shared/dates";
import { toDecimal } from "../shared/money";
import type { DocumentLine, DocumentParty, IssuedDocument, VatGroup } from "./document";
import { treatmentOf } from "./treatment";

// The e-invoice of a credit note: UN/CEFACT Cross Industry Invoice with the fields of EN 16931, as in ZUGFeRD 2.4 and
// Factur-X 1.08. "BT" and "BG" number the fields of the standard. The affiliate is the seller, although the
// organization writes the document.

/** Self-billed invoice (UNTDID 1001), also for a cancellation, whose quantities have the opposite sign. */
export const TYPE_CODE = "389";

const NAMESPACES: Readonly<Record<string, string>> = {
  rsm: "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  ram: "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  udt: "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
  qdt: "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
};

/** What an element has: a text, or attributes ("@"), a text ("#") and elements by name. Missing ones are left out. */
type Content = string | { [name: string]: Content | readonly Content[] | undefined };

/** Characters that XML 1.0 has no place for. */
// eslint-disable-next-line no-control-regex -- they are what is left out
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

function fill(element: Element, content: Content): void {
  const document = element.ownerDocument!;
  const write = (text: string) => element.appendChild(document.createTextNode(text.replace(NOT_IN_XML, "")));
  if (typeof content === "string") {
    write(content);
    return;
  }
  for (const [name, value] of Object.entries(content)) {
    if (name.startsWith("@")) element.setAttribute(name.slice(1), value as string);
    else if (name === "#") write(value as string);
    else
      for (const one of Array.isArray(value) ? (value as Content[]) : [value as Content | undefined]) {
        if (one === undefined) continue;
        const child = document.createElementNS(NAMESPACES[name.split(":")[0]!]!, name);
        fill(child, one);
        element.appendChild(child);
      }
  }
}

function write(name: string, content: Content): string {
  const document = new Document();
  const root = document.createElementNS(NAMESPACES[name.split(":")[0]!]!, name);
  for (const [prefix, uri] of Object.entries(NAMESPACES))
    root.setAttributeNS("http://www.w3.org/2000/xmlns/", `xmlns:${prefix}`, uri);
  fill(root, content);
  document.appendChild(root);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${serializeToWellFormedString(document)}\n`;
}

/** SEPA credit transfer (UNTDID 4461), and a transfer outside of it. */
const SEPA_TRANSFER = "58";
const TRANSFER = "30";

const date = (value: Day, prefix: "udt" | "qdt" = "udt"): Content => ({
  [`${prefix}:DateTimeString`]: { "@format": "102", "#": value.replaceAll("-", "") },
});

const period = (from: Day, to: Day): Content => ({
  "ram:StartDateTime": date(from),
  "ram:EndDateTime": date(to),
});

/** Basis points as a percentage: 1900 is "19.00". */
const percent = (rateBp: number): string => `${Math.floor(rateBp / 100)}.${String(rateBp % 100).padStart(2, "0")}`;

/** Returns whether an e-invoice is possible: reverse charge asks for tax numbers of both sides (BR-AE-02). */
export function hasEInvoice({ vat, payer, payee }: Pick<IssuedDocument, "vat" | "payer" | "payee">): boolean {
  const isReverse = vat.some(({ status }) => treatmentOf(status, payer.country, payee.country)?.category === "AE");
  return !isReverse || (payer.vatId !== null && (payee.vatId ?? payee.taxNumber) !== null);
}

/** Returns the title: what the law names it (§ 14 (4) no. 10 UStG), in German in every language. */
export const germanTitle = ({ cancels }: Pick<IssuedDocument, "cancels">): string =>
  cancels ? `Stornierung der Gutschrift Nr. ${cancels.number}` : "Gutschrift";

/**
 * Writes a credit note or cancellation as XML in UTF-8. `iban` is the whole account number, null if unknown. The same
 * parts give the same text. Throws an error of this program if a status has no treatment, see {@link treatmentOf}.
 */
export function writeCii(document: IssuedDocument, iban: string | null): string {
  const { number, issuedOn, lines } = document;
  return write("rsm:CrossIndustryInvoice", {
    "rsm:ExchangedDocumentContext": {
      "ram:GuidelineSpecifiedDocumentContextParameter": { "ram:ID": "urn:cen.eu:en16931:2017" },
    },
    "rsm:ExchangedDocument": {
      "ram:ID": number,
      "ram:TypeCode": TYPE_CODE,
      "ram:IssueDateTime": date(issuedOn),
      "ram:IncludedNote": notesOf(document).map((text) => ({ "ram:Content": text })),
    },
    "rsm:SupplyChainTradeTransaction": {
      "ram:IncludedSupplyChainTradeLineItem": lines.map((line, index) => lineOf(document, line, index + 1)),
      "ram:ApplicableHeaderTradeAgreement": {
        "ram:SellerTradeParty": partyOf(document.payee, document.affiliateCode),
        "ram:BuyerTradeParty": partyOf(document.payer, null),
      },
      "ram:ApplicableHeaderTradeDelivery": {},
      "ram:ApplicableHeaderTradeSettlement": settlementOf(document, iban),
    },
  });
}

const notesOf = (document: IssuedDocument): string[] => [
  germanTitle(document),
  `Provisionsabrechnung ${document.statement}`,
];

/** A line: one unit of a price that is never below zero (BR-27), with the sign at the quantity. */
function lineOf(document: IssuedDocument, line: DocumentLine, number: number): Content {
  const { deal, company, from, to, amount, corrects, kind } = line;
  const money = (minor: number) => toDecimal(minor, document.currency);
  const about =
    kind === "claim" ? `Rückforderung${corrects ? `, Gutschrift ${corrects}` : ""}` : "Vermittlungsprovision";
  return {
    "ram:AssociatedDocumentLineDocument": { "ram:LineID": String(number) },
    "ram:SpecifiedTradeProduct": { "ram:Name": deal, "ram:Description": `${about}: ${company}` },
    "ram:SpecifiedLineTradeAgreement": {
      "ram:NetPriceProductTradePrice": { "ram:ChargeAmount": money(Math.abs(amount)) },
    },
    "ram:SpecifiedLineTradeDelivery": {
      "ram:BilledQuantity": { "@unitCode": "C62", "#": amount < 0 ? "-1" : "1" },
    },
    "ram:SpecifiedLineTradeSettlement": {
      "ram:ApplicableTradeTax": taxOf(document, line),
      "ram:BillingSpecifiedPeriod": period(from, to),
      "ram:SpecifiedTradeSettlementLineMonetarySummation": { "ram:LineTotalAmount": money(amount) },
    },
  };
}

function treatment({ payer, payee }: IssuedDocument, { status }: Pick<VatGroup, "status">) {
  const found = treatmentOf(status, payer.country, payee.country);
  if (!found) throw new Error(`no document for a ${status} in ${payee.country}`);
  return found;
}

const taxOf = (document: IssuedDocument, taxed: Pick<VatGroup, "status" | "rateBp">): Content => ({
  "ram:TypeCode": "VAT",
  "ram:CategoryCode": treatment(document, taxed).category,
  "ram:RateApplicablePercent": percent(taxed.rateBp),
});

function partyOf(party: DocumentParty, code: string | null): Content {
  const { name, company, street, houseNumber, postalCode, town, country, vatId, taxNumber } = party;
  return {
    "ram:Name": name,
    // A seller without VAT id needs another id (BR-CO-26).
    "ram:SpecifiedLegalOrganization":
      company || (code && !vatId)
        ? {
            "ram:ID": code && !vatId ? code : undefined,
            "ram:TradingBusinessName": company ?? undefined,
          }
        : undefined,
    "ram:PostalTradeAddress": {
      "ram:PostcodeCode": postalCode,
      "ram:LineOne": houseNumber ? `${street} ${houseNumber}` : street,
      "ram:CityName": town,
      "ram:CountryID": country,
    },
    "ram:SpecifiedTaxRegistration": [
      ...(vatId ? [{ "ram:ID": { "@schemeID": "VA", "#": vatId } }] : []),
      ...(taxNumber ? [{ "ram:ID": { "@schemeID": "FC", "#": taxNumber } }] : []),
    ],
  };
}

function settlementOf(document: IssuedDocument, iban: string | null): Content {
  const { currency, lines, vat, net, vatTotal, gross, statement, account, cancels } = document;
  const money = (minor: number) => toDecimal(minor, currency);
  const days = lines.map(({ from }) => from).sort();
  const ends = lines.map(({ to }) => to).sort();
  return {
    "ram:PaymentReference": document.number,
    "ram:InvoiceCurrencyCode": currency,
    "ram:SpecifiedTradeSettlementPaymentMeans": iban
      ? {
          "ram:TypeCode": currency === "EUR" ? SEPA_TRANSFER : TRANSFER,
          "ram:PayeePartyCreditorFinancialAccount": { "ram:IBANID": iban, "ram:AccountName": account?.holder },
        }
      : undefined,
    "ram:ApplicableTradeTax": vat.map((group) => {
      const { category, exemptionCode, sentence } = treatment(document, group);
      return {
        "ram:CalculatedAmount": money(group.vat),
        "ram:TypeCode": "VAT",
        "ram:ExemptionReason": sentence ? germanSentences[sentence] : undefined,
        "ram:BasisAmount": money(group.net),
        "ram:CategoryCode": category,
        "ram:ExemptionReasonCode": exemptionCode ?? undefined,
        "ram:RateApplicablePercent": percent(group.rateBp),
      };
    }),
    "ram:BillingSpecifiedPeriod": period(days[0]!, ends.at(-1)!),
    "ram:SpecifiedTradePaymentTerms": { "ram:Description": `Auszahlung mit Provisionsabrechnung ${statement}` },
    "ram:SpecifiedTradeSettlementHeaderMonetarySummation": {
      "ram:LineTotalAmount": money(net),
      "ram:TaxBasisTotalAmount": money(net),
      "ram:TaxTotalAmount": { "@currencyID": currency, "#": money(vatTotal) },
      "ram:GrandTotalAmount": money(gross),
      "ram:DuePayableAmount": money(gross),
    },
    "ram:InvoiceReferencedDocument": cancels
      ? {
          "ram:IssuerAssignedID": cancels.number,
          "ram:FormattedIssueDateTime": date(cancels.issuedOn, "qdt"),
        }
      : undefined,
  };
}

/** What the law asks for in these words (§ 34a no. 5 UStDV, § 14a (5) UStG). */
export const germanSentences = {
  small_business: "Kein Ausweis von Umsatzsteuer, da Kleinunternehmer gemäß § 19 UStG",
  reverse_charge: "Steuerschuldnerschaft des Leistungsempfängers",
} as const;
