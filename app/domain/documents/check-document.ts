import { parseXmlDocument, type Element } from "slimdom";
import type { Day } from "../shared/dates";
import { percentOf, sum, toDecimal } from "../shared/money";
import { germanTitle, TYPE_CODE } from "./cii";
import type { DocumentParty, IssuedDocument } from "./document";
import { treatmentOf } from "./treatment";

/** Returns the elements at a path of local names below an element. */
function listAt(element: Element, path: string): Element[] {
  return path
    .split("/")
    .reduce((here, name) => here.flatMap((one) => one.children.filter((child) => child.localName === name)), [element]);
}

/** Returns the text of the first element at a path; "" for none. */
const textAt = (element: Element | undefined, path: string): string =>
  (element && listAt(element, path)[0]?.textContent) ?? "";

const compact = (value: Day): string => value.replaceAll("-", "");

const HEADER = "ExchangedDocument";
const TRADE = "SupplyChainTradeTransaction";
const AGREEMENT = `${TRADE}/ApplicableHeaderTradeAgreement`;
const SETTLEMENT = `${TRADE}/ApplicableHeaderTradeSettlement`;
const SUMS = `${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation`;

/**
 * Checks a document before its files are stored: its sums, and that the e-invoice says the same. Returns the names of
 * what is wrong, which would be errors of this program; empty if nothing is. `xml` is null if there is no e-invoice.
 */
export function documentProblems(document: IssuedDocument, xml: string | null, iban: string | null): string[] {
  const found = [...sumProblems(document), ...accountProblems(document, iban)];
  return xml === null ? found : [...found, ...xmlProblems(document, xml, iban)];
}

function sumProblems({ kind, cancels, lines, vat, net, vatTotal, gross, payer, payee }: IssuedDocument): string[] {
  const own = (status: string, rateBp: number) =>
    sum(lines.filter((line) => line.status === status && line.rateBp === rateBp).map(({ amount }) => amount));
  const rules: Record<string, boolean> = {
    kind: (kind === "cancellation") === (cancels !== null),
    sign: kind === "cancellation" ? gross < 0 : gross > 0,
    lines: lines.length > 0 && sum(lines.map(({ amount }) => amount)) === net,
    days: lines.every(({ from, to }) => from <= to),
    groups: vat.every((group) => own(group.status, group.rateBp) === group.net),
    every_group: lines.every((line) => vat.some((one) => one.status === line.status && one.rateBp === line.rateBp)),
    vat: vat.every((group) => group.vat === percentOf(group.net, group.rateBp)),
    rate: vat.every(({ status, rateBp }) => (status === "regular") === rateBp > 0),
    treatment: vat.every(({ status }) => treatmentOf(status, payer.country, payee.country) !== null),
    net: sum(vat.map((group) => group.net)) === net,
    vat_total: sum(vat.map((group) => group.vat)) === vatTotal,
    gross: sum([net, vatTotal]) === gross,
  };
  return broken(rules);
}

const accountProblems = ({ account }: IssuedDocument, iban: string | null): string[] =>
  broken({
    account: iban === null || (iban.startsWith(account?.country ?? "-") && iban.endsWith(account?.end ?? "-")),
  });

function xmlProblems(document: IssuedDocument, xml: string, iban: string | null): string[] {
  const root = parseXmlDocument(xml).documentElement!;
  const { number, issuedOn, currency, cancels, lines, vat, net, vatTotal, gross, payer, payee } = document;
  const money = (minor: number) => toDecimal(minor, currency);
  const text = (path: string) => textAt(root, path);
  const items = listAt(root, `${TRADE}/IncludedSupplyChainTradeLineItem`);
  const taxes = listAt(root, `${SETTLEMENT}/ApplicableTradeTax`);
  const taken = `${SETTLEMENT}/InvoiceReferencedDocument`;
  const isParty = (path: string, { name, country, vatId }: DocumentParty) =>
    text(`${path}/Name`) === name &&
    text(`${path}/PostalTradeAddress/CountryID`) === country &&
    (vatId === null || textAt(listAt(root, `${path}/SpecifiedTaxRegistration`)[0], "ID") === vatId);
  const isPeriod = (element: Element | undefined, path: string, from: Day, to: Day) =>
    textAt(element, `${path}/BillingSpecifiedPeriod/StartDateTime/DateTimeString`) === compact(from) &&
    textAt(element, `${path}/BillingSpecifiedPeriod/EndDateTime/DateTimeString`) === compact(to);
  const rules: Record<string, boolean> = {
    xml_type: text(`${HEADER}/TypeCode`) === TYPE_CODE,
    xml_number: text(`${HEADER}/ID`) === number,
    xml_date: text(`${HEADER}/IssueDateTime/DateTimeString`) === compact(issuedOn),
    xml_title: text(`${HEADER}/IncludedNote/Content`) === germanTitle(document),
    xml_seller: isParty(`${AGREEMENT}/SellerTradeParty`, payee),
    xml_buyer: isParty(`${AGREEMENT}/BuyerTradeParty`, payer),
    xml_reference: cancels
      ? text(`${taken}/IssuerAssignedID`) === cancels.number &&
        text(`${taken}/FormattedIssueDateTime/DateTimeString`) === compact(cancels.issuedOn)
      : listAt(root, taken).length === 0,
    xml_currency: text(`${SETTLEMENT}/InvoiceCurrencyCode`) === currency,
    xml_account:
      text(`${SETTLEMENT}/SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID`) ===
      (iban ?? ""),
    xml_period: isPeriod(
      root,
      SETTLEMENT,
      lines.map(({ from }) => from).sort()[0]!,
      lines
        .map(({ to }) => to)
        .sort()
        .at(-1)!,
    ),
    xml_lines:
      items.length === lines.length &&
      lines.every(({ amount, from, to, rateBp }, index) => {
        const item = items[index];
        const settled = "SpecifiedLineTradeSettlement";
        return (
          textAt(item, "SpecifiedLineTradeDelivery/BilledQuantity") === (amount < 0 ? "-1" : "1") &&
          textAt(item, "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount") ===
            money(Math.abs(amount)) &&
          textAt(item, `${settled}/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount`) === money(amount) &&
          Number(textAt(item, `${settled}/ApplicableTradeTax/RateApplicablePercent`)) === rateBp / 100 &&
          isPeriod(item, settled, from, to)
        );
      }),
    xml_vat:
      taxes.length === vat.length &&
      vat.every((group, index) => {
        const category = treatmentOf(group.status, payer.country, payee.country)?.category;
        return (
          textAt(taxes[index], "CategoryCode") === category &&
          textAt(taxes[index], "BasisAmount") === money(group.net) &&
          textAt(taxes[index], "CalculatedAmount") === money(group.vat)
        );
      }),
    xml_net: text(`${SUMS}/TaxBasisTotalAmount`) === money(net) && text(`${SUMS}/LineTotalAmount`) === money(net),
    xml_vat_total: text(`${SUMS}/TaxTotalAmount`) === money(vatTotal),
    xml_gross: text(`${SUMS}/GrandTotalAmount`) === money(gross) && text(`${SUMS}/DuePayableAmount`) === money(gross),
  };
  return broken(rules);
}

const broken = (rules: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(rules).flatMap(([name, holds]) => (holds ? [] : [name]));
