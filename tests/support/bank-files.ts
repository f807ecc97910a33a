import { composeIBAN } from "ibantools";
import fc from "fast-check";
import { XmlDocument, type XmlNode } from "libxml2-wasm";
import { day } from "~/domain/shared/dates";
import type { BankFile, Transfer } from "~/domain/payouts/bank-file";

// Bank files of any content, and a reader that knows nothing of how they are written.

const WITHIN_EEA = [
  "AT611904300234573201 BE68539007547034 FR1420041010050500013M02606 NL91ABNA0417164300 ES9121000418450200051332",
  "IT60X0542811101000000123456 PL61109010140000071219812874 SE4550000000058398257466 NO9386011117947",
  "DK5000400440116243 FI2112345600000785 CZ6508000000192000145399 GR1601101250000000012300695",
  "BG80BNBG96611020345678 MT84MALT011000012345MTLCAST001S LI21088100002324013AA IS140159260076545510730339",
].flatMap((line) => line.split(" "));

const BEYOND_EEA = [
  "CH9300762011623852957 GB29NWBK60161331926819 SM86U0322509800000000270100 MC5811222000010123456789030",
  "AD1200012030200359100100 VA59001123000012345678 GI75NWBK000000007099453 RS35260005601001611379",
  "AL47212110090000000235698741 ME25505000012345678951 MK07250120000058984 MD24AG000225100013104168",
].flatMap((line) => line.split(" "));

const nullable = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const scripts = [
  "Jana Nordlicht & Söhne GmbH – Äußere Straße 5",
  "Łódź Žofie Ångström Ærø İşçi Đorđe Þór Œuvre",
  "Παπαδόπουλος Ελένη Христо Щерев Їжак Љубица",
  "王小明 محمد नमस्ते 🦊👩‍💻 <&>\"'/\\//  \u0000\n\t",
];
/** Text in many scripts, of any length up to the limit. By default, fast-check prefers short ones. */
const text = (maxLength: number) => {
  const limits = { maxLength, size: "max" } as const;
  return fc.oneof(
    fc.string({ unit: fc.constantFrom(...scripts.flatMap((script) => [...script])), ...limits }),
    fc.string({ unit: "binary", ...limits }),
    fc.string({ unit: "grapheme-ascii", ...limits }),
  );
};
/** It has a Latin letter, because it must name something. */
const name = text(200).map((rest) => `B${rest}`);

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length, maxLength: length });
const germanIban = digits(18).map((bban) => composeIBAN({ countryCode: "DE", bban })!);
const bic = fc.constantFrom("UBSWCHZH80A", "COBADEFFXXX", "NWBKGB2L");
const account = fc.oneof(
  fc.record({ name, iban: germanIban, bic: nullable(bic) }),
  fc.record({ name, iban: fc.constantFrom(...WITHIN_EEA), bic: nullable(bic) }),
  fc.record({ name, iban: fc.constantFrom(...BEYOND_EEA), bic }),
);
const address = fc.record({
  street: nullable(text(120)),
  houseNumber: nullable(text(30)),
  postalCode: nullable(text(30)),
  town: name,
  country: fc.constantFrom("DE", "CH", "GB", "RS"),
});
const party = fc
  .record({ account, address: nullable(address) })
  .map(({ account, address }) => ({ ...account, address }));
const cents = fc.oneof(fc.integer({ min: 1, max: 99_999_999_999 }), fc.integer({ min: 1, max: 100_000 }));
const id = fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9](?:[A-Za-z0-9?:().,'+ -]{0,33}[A-Za-z0-9])?$/), {
  minLength: 2,
  maxLength: 9,
  size: "max",
});

/** Any bank file with valid parts. Simplifying one that fails takes long, so properties end with the first. */
export const anyBankFile: fc.Arbitrary<BankFile> = id.chain(([messageId, ...ids]) =>
  fc.record({
    messageId: fc.constant(messageId!),
    createdAt: fc.date({ min: new Date("2024-01-01"), max: new Date("2099-12-31"), noInvalidDate: true }),
    executionDay: fc.constantFrom(day("2026-11-30"), day("2028-02-29"), day("2099-12-31")),
    debtor: party,
    batchBooking: fc.boolean(),
    transfers: fc.tuple(
      ...ids.map((endToEndId) =>
        fc.record<Transfer>({
          endToEndId: fc.constant(endToEndId),
          amount: cents,
          currency: fc.constant("EUR"),
          creditor: party,
          remittance: text(300),
        }),
      ),
    ),
  }),
);

const HEADER = "MsgId CreDtTm NbOfTxs CtrlSum InitgPty/Nm".split(" ");
const PAYMENT = [
  "PmtInfId PmtMtd BtchBookg NbOfTxs CtrlSum PmtTpInf/SvcLvl/Cd ReqdExctnDt/Dt ChrgBr",
  "Dbtr/Nm DbtrAcct/Id/IBAN DbtrAgt/FinInstnId/BICFI DbtrAgt/FinInstnId/Othr/Id",
].flatMap((line) => line.split(" "));
const TRANSFER = "PmtId/EndToEndId Amt/InstdAmt CdtrAgt/FinInstnId/BICFI Cdtr/Nm CdtrAcct/Id/IBAN RmtInf/Ustrd".split(
  " ",
);
const NAMESPACE = { p: "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09" };

/** Reads a bank file with libxml2, by the paths of the standard. Absent elements are null. */
export function readBankFile(xml: string) {
  const document = XmlDocument.fromString(xml);
  try {
    const { root } = document;
    const at = (node: XmlNode, path: string) => {
      const found = (node as typeof root).get(
        path.replace(/\w+/g, (element) => `p:${element}`),
        NAMESPACE,
      );
      return found ? found.content : null;
    };
    const addressIn = (node: XmlNode, party: string) =>
      at(node, `${party}/PstlAdr`) === null
        ? null
        : ["StrtNm", "BldgNb", "PstCd", "TwnNm", "Ctry"].map((part) => at(node, `${party}/PstlAdr/${part}`));
    const header = root.get("p:CstmrCdtTrfInitn/p:GrpHdr", NAMESPACE)!;
    const payment = root.get("p:CstmrCdtTrfInitn/p:PmtInf", NAMESPACE)!;
    const transfers = (payment as typeof root).find("p:CdtTrfTxInf", NAMESPACE);
    return {
      header: HEADER.map((path) => at(header, path)),
      payment: PAYMENT.map((path) => at(payment, path)),
      debtorAddress: addressIn(payment, "Dbtr"),
      transfers: transfers.map((transfer) => ({
        parts: TRANSFER.map((path) => at(transfer, path)),
        currency: (transfer as typeof root).get("p:Amt/p:InstdAmt/@Ccy", NAMESPACE)?.content,
        address: addressIn(transfer, "Cdtr"),
      })),
      texts: root.find("//text()").map((node) => node.content),
      unstructured: root.find("//p:AdrLine", NAMESPACE).length,
    };
  } finally {
    document.dispose();
  }
}
