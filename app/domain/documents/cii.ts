import type { CiiGroup, CiiInvoice, CiiLine, CiiParty } from "./cii-invoice";
import { writeXml, type XmlParts } from "./xml";

// EN 16931 in the syntax UN/CEFACT CII, as ZUGFeRD 2.4 / Factur-X 1.08 embeds it (profile EN 16931). Element order is
// that of the schema.

/** Identifies the profile. */
export const GUIDELINE = "urn:cen.eu:en16931:2017";

const uri = (name: string) => `urn:un:unece:uncefact:data:standard:${name}:100`;

/** Namespaces of a file, by the prefixes that everyone uses. */
export const ciiNamespaces = {
  rsm: uri("CrossIndustryInvoice"),
  ram: uri("ReusableAggregateBusinessInformationEntity"),
  qdt: uri("QualifiedDataType"),
  udt: uri("UnqualifiedDataType"),
};

/** Writes an invoice as XML. The same invoice always gives the same text. */
export function writeCii(invoice: CiiInvoice): string {
  const names = Object.entries(ciiNamespaces).map(([prefix, name]): [string, string] => [`@xmlns:${prefix}`, name]);
  const root: XmlParts = {
    ...Object.fromEntries(names),
    "rsm:ExchangedDocumentContext": { "ram:GuidelineSpecifiedDocumentContextParameter": { "ram:ID": GUIDELINE } },
    "rsm:ExchangedDocument": {
      "ram:ID": invoice.number,
      "ram:TypeCode": invoice.typeCode,
      "ram:IssueDateTime": dateTime("udt", invoice.issuedOn),
      "ram:IncludedNote": invoice.notes.map((note) => ({ "ram:Content": note })),
    },
    "rsm:SupplyChainTradeTransaction": {
      "ram:IncludedSupplyChainTradeLineItem": invoice.lines.map(lineXml),
      "ram:ApplicableHeaderTradeAgreement": {
        "ram:SellerTradeParty": partyXml(invoice.seller),
        "ram:BuyerTradeParty": partyXml(invoice.buyer),
        "ram:AdditionalReferencedDocument": { "ram:IssuerAssignedID": invoice.statement, "ram:TypeCode": "916" },
      },
      "ram:ApplicableHeaderTradeDelivery": {},
      "ram:ApplicableHeaderTradeSettlement": settlementXml(invoice),
    },
  };
  return writeXml("rsm:CrossIndustryInvoice", root);
}

function lineXml(line: CiiLine): XmlParts {
  return {
    "ram:AssociatedDocumentLineDocument": {
      "ram:LineID": line.id,
      "ram:IncludedNote": line.note === null ? null : { "ram:Content": line.note },
    },
    "ram:SpecifiedTradeProduct": { "ram:Name": line.deal, "ram:Description": line.company },
    "ram:SpecifiedLineTradeAgreement": { "ram:NetPriceProductTradePrice": { "ram:ChargeAmount": line.price } },
    // C62: one piece.
    "ram:SpecifiedLineTradeDelivery": { "ram:BilledQuantity": { "@unitCode": "C62", "#": line.quantity } },
    "ram:SpecifiedLineTradeSettlement": {
      "ram:ApplicableTradeTax": {
        "ram:TypeCode": "VAT",
        "ram:CategoryCode": line.category,
        "ram:RateApplicablePercent": line.rate,
      },
      "ram:BillingSpecifiedPeriod": periodXml(line),
      "ram:SpecifiedTradeSettlementLineMonetarySummation": { "ram:LineTotalAmount": line.amount },
    },
  };
}

function partyXml(party: CiiParty): XmlParts {
  const { tradingName } = party;
  const ids = [
    { scheme: "FC", id: party.taxNumber },
    { scheme: "VA", id: party.vatId },
  ].filter(({ id }) => id !== null);
  return {
    "ram:ID": party.id,
    "ram:Name": party.name,
    "ram:SpecifiedLegalOrganization": tradingName === null ? null : { "ram:TradingBusinessName": tradingName },
    "ram:PostalTradeAddress": {
      "ram:PostcodeCode": party.postcode,
      "ram:LineOne": party.line,
      "ram:CityName": party.town,
      "ram:CountryID": party.country,
    },
    "ram:SpecifiedTaxRegistration": ids.map(({ scheme, id }) => ({ "ram:ID": { "@schemeID": scheme, "#": id } })),
  };
}

function settlementXml(invoice: CiiInvoice): XmlParts {
  const { account, currency, net, vat, gross, references } = invoice;
  return {
    "ram:InvoiceCurrencyCode": currency,
    "ram:SpecifiedTradeSettlementPaymentMeans": account && {
      "ram:TypeCode": account.means,
      "ram:PayeePartyCreditorFinancialAccount": { "ram:IBANID": account.iban, "ram:AccountName": account.holder },
    },
    "ram:ApplicableTradeTax": invoice.groups.map(groupXml),
    "ram:BillingSpecifiedPeriod": periodXml(invoice),
    "ram:SpecifiedTradePaymentTerms": { "ram:Description": invoice.terms },
    "ram:SpecifiedTradeSettlementHeaderMonetarySummation": {
      "ram:LineTotalAmount": net,
      "ram:TaxBasisTotalAmount": net,
      "ram:TaxTotalAmount": { "@currencyID": currency, "#": vat },
      "ram:GrandTotalAmount": gross,
      "ram:DuePayableAmount": gross,
    },
    "ram:InvoiceReferencedDocument": references.map(({ number, issuedOn }) => ({
      "ram:IssuerAssignedID": number,
      "ram:FormattedIssueDateTime": issuedOn && dateTime("qdt", issuedOn),
    })),
  };
}

const groupXml = (group: CiiGroup): XmlParts => ({
  "ram:CalculatedAmount": group.vat,
  "ram:TypeCode": "VAT",
  "ram:ExemptionReason": group.reason,
  "ram:BasisAmount": group.net,
  "ram:CategoryCode": group.category,
  "ram:ExemptionReasonCode": group.reasonCode,
  "ram:RateApplicablePercent": group.rate,
});

const periodXml = ({ from, to }: { from: string; to: string }): XmlParts => ({
  "ram:StartDateTime": dateTime("udt", from),
  "ram:EndDateTime": dateTime("udt", to),
});

/** Format 102 is YYYYMMDD. */
const dateTime = (prefix: "udt" | "qdt", day: string): XmlParts => ({
  [`${prefix}:DateTimeString`]: { "@format": "102", "#": day.replaceAll("-", "") },
});
