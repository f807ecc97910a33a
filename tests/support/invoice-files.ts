// E-invoices over 100.00 EUR net as programs write them, as far as they are read.

/** Values of an invoice, as texts. */
export interface WrittenInvoice {
  number: string;
  date: string;
  type: string;
  currency: string;
  net: string;
  vat: string;
  gross: string;
  payable: string;
  /** The buyer's reference; empty for none. */
  reference: string;
}

const usual: WrittenInvoice = {
  number: "RE-2026-7",
  date: "20260201",
  type: "380",
  currency: "EUR",
  net: "100.00",
  vat: "19.00",
  gross: "119.00",
  payable: "119.00",
  reference: "",
};

/** An invoice in CII (XRechnung, ZUGFeRD, Factur-X); `extra` is inserted before its sums. */
export function cii(change: Partial<WrittenInvoice> = {}, extra = ""): string {
  const { number, date, type, currency, net, vat, gross, payable, reference } = { ...usual, ...change };
  const agreement = `<ram:ApplicableHeaderTradeAgreement>
      <ram:BuyerReference>${reference}</ram:BuyerReference>
    </ram:ApplicableHeaderTradeAgreement>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
  xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
  xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
  <rsm:ExchangedDocument>
    <ram:ID>${number}</ram:ID>
    <ram:TypeCode>${type}</ram:TypeCode>
    <ram:IssueDateTime><udt:DateTimeString format="102">${date}</udt:DateTimeString></ram:IssueDateTime>
    <ram:IncludedNote><ram:Content>Provision &amp; Boni, ä</ram:Content></ram:IncludedNote>
  </rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    <ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>1</ram:LineID>
    </ram:AssociatedDocumentLineDocument></ram:IncludedSupplyChainTradeLineItem>
    ${reference && agreement}
    <ram:ApplicableHeaderTradeSettlement>
      <ram:InvoiceCurrencyCode>${currency}</ram:InvoiceCurrencyCode>${extra}
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
        <ram:LineTotalAmount>${net}</ram:LineTotalAmount>
        <ram:TaxBasisTotalAmount>${net}</ram:TaxBasisTotalAmount>
        <ram:TaxTotalAmount currencyID="${currency}">${vat}</ram:TaxTotalAmount>
        <ram:GrandTotalAmount>${gross}</ram:GrandTotalAmount>
        <ram:DuePayableAmount>${payable}</ram:DuePayableAmount>
      </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>
`;
}

/** An invoice in UBL 2.1; `taxTotal` replaces the sum of VAT. */
export function ubl(change: Partial<WrittenInvoice> = {}, taxTotal?: string): string {
  const { number, type, currency, net, vat, gross, payable, reference } = { ...usual, ...change };
  const amount = (name: string, text: string) => `<cbc:${name} currencyID="${currency}">${text}</cbc:${name}>`;
  return `\ufeff<?xml version='1.0' encoding='utf-8' standalone="yes"?>
<!-- made by a test -->
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:ID><![CDATA[${number}]]></cbc:ID>
  <cbc:IssueDate>${change.date ?? "2026-02-01"}</cbc:IssueDate>
  <cbc:InvoiceTypeCode>${type}</cbc:InvoiceTypeCode>
  <cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>
  ${reference && `<cac:OrderReference><cbc:ID>${reference}</cbc:ID></cac:OrderReference>`}
  ${taxTotal ?? `<cac:TaxTotal>${amount("TaxAmount", vat)}</cac:TaxTotal>`}
  <cac:LegalMonetaryTotal>
    ${amount("TaxExclusiveAmount", net)}${amount("TaxInclusiveAmount", gross)}${amount("PayableAmount", payable)}
  </cac:LegalMonetaryTotal>
</Invoice>`;
}
