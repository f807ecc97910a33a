import { writeCii } from "./cii";
import type { CiiInvoice, CiiParty } from "./cii-invoice";
import { readXml, type XmlElement } from "./xml";

/**
 * Reads a file of {@link writeCii} back. Strict: the text must be exactly what is written from the values that were
 * read, so an unknown, missing or moved element is an error.
 *
 * @throws Error if the text is not such a file.
 */
export function readCii(xml: string): CiiInvoice {
  const root = readXml(xml);
  const transaction = child(root, "rsm:SupplyChainTradeTransaction");
  const invoice = {
    ...documentOf(child(root, "rsm:ExchangedDocument")),
    lines: children(transaction, "ram:IncludedSupplyChainTradeLineItem").map(lineOf),
    ...agreementOf(child(transaction, "ram:ApplicableHeaderTradeAgreement")),
    ...settlementOf(child(transaction, "ram:ApplicableHeaderTradeSettlement")),
  };
  if (writeCii(invoice) !== xml) throw new Error("unknown, missing or moved element in the invoice");
  return invoice;
}

function documentOf(document: XmlElement) {
  return {
    number: text(document, "ram:ID"),
    typeCode: text(document, "ram:TypeCode"),
    issuedOn: dayOf(document, "ram:IssueDateTime", "udt"),
    notes: children(document, "ram:IncludedNote").map((note) => text(note, "ram:Content")),
  };
}

function lineOf(line: XmlElement): CiiInvoice["lines"][number] {
  const document = child(line, "ram:AssociatedDocumentLineDocument");
  const product = child(line, "ram:SpecifiedTradeProduct");
  const price = child(child(line, "ram:SpecifiedLineTradeAgreement"), "ram:NetPriceProductTradePrice");
  const settlement = child(line, "ram:SpecifiedLineTradeSettlement");
  const tax = child(settlement, "ram:ApplicableTradeTax");
  const [note = null] = children(document, "ram:IncludedNote");
  return {
    id: text(document, "ram:LineID"),
    note: note && text(note, "ram:Content"),
    deal: text(product, "ram:Name"),
    company: text(product, "ram:Description"),
    price: text(price, "ram:ChargeAmount"),
    quantity: text(child(line, "ram:SpecifiedLineTradeDelivery"), "ram:BilledQuantity"),
    category: text(tax, "ram:CategoryCode"),
    rate: text(tax, "ram:RateApplicablePercent"),
    ...periodOf(settlement),
    amount: text(child(settlement, "ram:SpecifiedTradeSettlementLineMonetarySummation"), "ram:LineTotalAmount"),
  };
}

function agreementOf(agreement: XmlElement) {
  return {
    seller: partyOf(child(agreement, "ram:SellerTradeParty")),
    buyer: partyOf(child(agreement, "ram:BuyerTradeParty")),
    statement: text(child(agreement, "ram:AdditionalReferencedDocument"), "ram:IssuerAssignedID"),
  };
}

function partyOf(party: XmlElement): CiiParty {
  const address = child(party, "ram:PostalTradeAddress");
  const [organization = null] = children(party, "ram:SpecifiedLegalOrganization");
  const ids = children(party, "ram:SpecifiedTaxRegistration").map((registration) => child(registration, "ram:ID"));
  const taxId = (scheme: string) => {
    const id = ids.find(({ attributes }) => attributes["schemeID"] === scheme);
    return id?.text ?? null;
  };
  return {
    id: textOrNull(party, "ram:ID"),
    name: text(party, "ram:Name"),
    tradingName: organization && text(organization, "ram:TradingBusinessName"),
    postcode: text(address, "ram:PostcodeCode"),
    line: text(address, "ram:LineOne"),
    town: text(address, "ram:CityName"),
    country: text(address, "ram:CountryID"),
    taxNumber: taxId("FC"),
    vatId: taxId("VA"),
  };
}

function settlementOf(settlement: XmlElement) {
  const [means = null] = children(settlement, "ram:SpecifiedTradeSettlementPaymentMeans");
  const account = means && child(means, "ram:PayeePartyCreditorFinancialAccount");
  const totals = child(settlement, "ram:SpecifiedTradeSettlementHeaderMonetarySummation");
  return {
    currency: text(settlement, "ram:InvoiceCurrencyCode"),
    account: account && {
      means: text(means, "ram:TypeCode"),
      iban: text(account, "ram:IBANID"),
      holder: text(account, "ram:AccountName"),
    },
    groups: children(settlement, "ram:ApplicableTradeTax").map((group) => ({
      category: text(group, "ram:CategoryCode"),
      rate: text(group, "ram:RateApplicablePercent"),
      net: text(group, "ram:BasisAmount"),
      vat: text(group, "ram:CalculatedAmount"),
      reason: textOrNull(group, "ram:ExemptionReason"),
      reasonCode: textOrNull(group, "ram:ExemptionReasonCode"),
    })),
    ...periodOf(settlement),
    terms: text(child(settlement, "ram:SpecifiedTradePaymentTerms"), "ram:Description"),
    net: text(totals, "ram:TaxBasisTotalAmount"),
    vat: text(totals, "ram:TaxTotalAmount"),
    gross: text(totals, "ram:GrandTotalAmount"),
    references: children(settlement, "ram:InvoiceReferencedDocument").map((reference) => ({
      number: text(reference, "ram:IssuerAssignedID"),
      issuedOn: has(reference, "ram:FormattedIssueDateTime")
        ? dayOf(reference, "ram:FormattedIssueDateTime", "qdt")
        : null,
    })),
  };
}

function periodOf(settlement: XmlElement): { from: string; to: string } {
  const period = child(settlement, "ram:BillingSpecifiedPeriod");
  return { from: dayOf(period, "ram:StartDateTime", "udt"), to: dayOf(period, "ram:EndDateTime", "udt") };
}

function dayOf(node: XmlElement, name: string, prefix: string): string {
  const day = text(child(node, name), `${prefix}:DateTimeString`);
  return day.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
}

const children = (node: XmlElement, name: string) => node.children.filter((one) => one.name === name);

const has = (node: XmlElement, name: string) => children(node, name).length > 0;

function child(node: XmlElement, name: string): XmlElement {
  const [first, second] = children(node, name);
  if (!first || second) throw new Error(`not one ${name} in the invoice`);
  return first;
}

const text = (node: XmlElement, name: string): string => child(node, name).text;

const textOrNull = (node: XmlElement, name: string) => (has(node, name) ? text(node, name) : null);
