import fc from "fast-check";
import { expect, it } from "vitest";
import { anyBankFile, readBankFile } from "../../../tests/support/bank-files";
import { day, type Day } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { writeBankFile, type BankFile, type Transfer } from "./bank-file";
import { bankText } from "./bank-text";
import { needsBic } from "./countries";

const BERLIN = { street: "Torstraße", houseNumber: "1", postalCode: "10119", town: "Berlin", country: "DE" };
const debtor = { name: "Nordlicht Média GmbH", iban: "DE89370400440532013000", bic: null, address: BERLIN };
const transfer = (changes: Partial<Transfer> = {}): Transfer => ({
  endToEndId: "P-2026-0001-1",
  amount: 119_000,
  currency: "EUR",
  creditor: { name: "Žofie Müller & Söhne", iban: "AT611904300234573201", bic: null, address: null },
  remittance: "Gutschrift G-2026-0001, Provisionen für Oktober",
  ...changes,
});
const file = (changes: Partial<BankFile> = {}): BankFile => ({
  messageId: "P-2026-0001",
  createdAt: new Date("2026-11-28T08:09:10.987Z"),
  executionDay: day("2026-11-30"),
  debtor,
  batchBooking: true,
  transfers: [transfer()],
  ...changes,
});
const creditor = (changes: Partial<Transfer["creditor"]>) =>
  transfer({ creditor: { ...transfer().creditor, ...changes } });
const swiss = { iban: "CH9300762011623852957", bic: "UBSWCHZH80A" };

it("[PAY-11] writes one transfer for each payee, with texts that banks accept", () => {
  expect(writeBankFile(file())).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>' +
        "<GrpHdr><MsgId>P-2026-0001</MsgId><CreDtTm>2026-11-28T08:09:10Z</CreDtTm><NbOfTxs>1</NbOfTxs>" +
        "<CtrlSum>1190.00</CtrlSum><InitgPty><Nm>Nordlicht Media GmbH</Nm></InitgPty></GrpHdr>" +
        "<PmtInf><PmtInfId>P-2026-0001</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>true</BtchBookg><NbOfTxs>1</NbOfTxs>" +
        "<CtrlSum>1190.00</CtrlSum><PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>" +
        "<ReqdExctnDt><Dt>2026-11-30</Dt></ReqdExctnDt><Dbtr><Nm>Nordlicht Media GmbH</Nm></Dbtr>" +
        "<DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct>" +
        "<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>",
      "<CdtTrfTxInf><PmtId><EndToEndId>P-2026-0001-1</EndToEndId></PmtId>" +
        '<Amt><InstdAmt Ccy="EUR">1190.00</InstdAmt></Amt><Cdtr><Nm>Zofie Mueller + Soehne</Nm></Cdtr>' +
        "<CdtrAcct><Id><IBAN>AT611904300234573201</IBAN></Id></CdtrAcct>" +
        "<RmtInf><Ustrd>Gutschrift G-2026-0001, Provisionen fuer Oktober</Ustrd></RmtInf></CdtTrfTxInf>" +
        "</PmtInf></CstmrCdtTrfInitn></Document>",
      "",
    ].join("\n"),
  );
});

it("[PAY-11] writes an address in parts if the account is outside of the European Economic Area", () => {
  const address = { ...BERLIN, town: "Zürich", country: "CH", street: null };
  const [within, beyond] = [
    file({ transfers: [creditor({ address })] }),
    file({ transfers: [transfer(), { ...creditor({ ...swiss, address }), endToEndId: "2" }] }),
  ].map((one) => readBankFile(writeBankFile(one)));
  expect([within!.debtorAddress, within!.transfers[0]!.address]).toEqual([null, null]);
  expect(beyond!.debtorAddress).toEqual(["Torstrasse", "1", "10119", "Berlin", "DE"]);
  expect(beyond!.transfers.map(({ address }) => address)).toEqual([null, [null, "1", "10119", "Zuerich", "CH"]]);
});

it("[PAY-11] writes an address without parts as unknown", () => {
  const address = { street: null, houseNumber: null, postalCode: null, town: null, country: null };
  const read = readBankFile(writeBankFile(file({ transfers: [creditor({ ...swiss, address })] })));
  expect(read.transfers[0]!.address).toBeNull();
});

it("[PAY-11] writes the same file for the same parts, and another one with another message id", () => {
  expect(writeBankFile(file())).toBe(writeBankFile(file()));
  expect(writeBankFile(file({ messageId: "P-2026-0001-2" }))).not.toBe(writeBankFile(file()));
});

it.each<[string, Partial<BankFile>]>([
  ["bank_file_empty", { transfers: [] }],
  ["bank_file_day", { executionDay: "2026-02-30" as Day }],
  ["bank_file_id", { messageId: "" }],
  ["bank_file_id", { messageId: "x".repeat(36) }],
  ["bank_file_id", { transfers: [transfer({ endToEndId: "a_b" })] }],
  ["bank_file_id", { transfers: [transfer({ endToEndId: "<x>" })] }],
  ["bank_file_id", { transfers: [transfer(), transfer()] }],
  ["transfer_currency", { transfers: [transfer({ currency: "USD" })] }],
  ["transfer_amount", { transfers: [transfer({ amount: 0 })] }],
  ["transfer_amount", { transfers: [transfer({ amount: -5 })] }],
  ["transfer_amount", { transfers: [transfer({ amount: 0.5 })] }],
  ["transfer_amount", { transfers: [transfer({ amount: 100_000_000_000 })] }],
  ["transfer_amount", { transfers: [transfer({ amount: Number.NaN })] }],
  ["transfer_account", { transfers: [creditor({ iban: "AT611904300234573202" })] }],
  ["transfer_account", { transfers: [creditor({ iban: "AT61 1904 3002 3457 3201" })] }],
  ["transfer_account", { transfers: [creditor({ bic: "UBSW" })] }],
  ["transfer_account", { transfers: [creditor({ ...swiss, bic: null })] }],
  ["transfer_out_of_reach", { transfers: [creditor({ iban: "TR330006100519786457841326", bic: "UBSWCHZH80A" })] }],
  ["transfer_name", { transfers: [creditor({ name: "王小明" })] }],
  ["transfer_name", { transfers: [creditor({ name: " &&& " })] }],
  ["transfer_address", { transfers: [creditor({ ...swiss, address: { ...BERLIN, town: "🦊" } })] }],
  ["transfer_address", { transfers: [creditor({ ...swiss, address: { ...BERLIN, country: "XX" } })] }],
  ["transfer_address", { transfers: [creditor({ ...swiss, address: { ...BERLIN, country: null } })] }],
  ["transfer_address", { debtor: { ...debtor, address: { ...BERLIN, town: null } }, transfers: [creditor(swiss)] }],
  ["transfer_account", { debtor: { ...debtor, iban: "DE89370400440532013001" } }],
  ["transfer_name", { debtor: { ...debtor, name: "" } }],
])("[PAY-11] rejects with %s the parts %j", (code, changes) => {
  const write = () => writeBankFile(file(changes));
  expect(write).toThrow(DomainError);
  expect(write).toThrow(code);
});

const inEuros = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
const isBeyondEea = ({ iban }: { iban: string }) => needsBic(iban.slice(0, 2));
const text = (value: string | null, max: number) => bankText(value ?? "", max) || null;
const addressOf = ({ address }: Transfer["creditor"]) =>
  address && [
    text(address.street, 70),
    text(address.houseNumber, 16),
    text(address.postalCode, 16),
    text(address.town, 35),
    address.country,
  ];

it("[PAY-11] writes 500 files of any content that another reader reads back with exact amounts", () => {
  fc.assert(
    fc.property(anyBankFile, (input) => {
      const read = readBankFile(writeBankFile(input));
      const { debtor, transfers } = input;
      const count = String(transfers.length);
      const total = inEuros(transfers.reduce((all, { amount }) => all + BigInt(amount), 0n));
      const payer = bankText(debtor.name, 70);
      const beyond = [debtor, ...transfers.map(({ creditor }) => creditor)].some(isBeyondEea);
      const second = `${input.createdAt.toISOString().slice(0, 19)}Z`;
      expect(read.header).toEqual([input.messageId, second, count, total, payer]);
      expect(read.payment).toEqual([
        input.messageId,
        "TRF",
        String(input.batchBooking),
        count,
        total,
        "SEPA",
        input.executionDay,
        "SLEV",
        payer,
        debtor.iban,
        debtor.bic,
        debtor.bic ? null : "NOTPROVIDED",
      ]);
      expect(read.debtorAddress).toEqual(beyond ? addressOf(debtor) : null);
      expect(read.transfers).toEqual(
        transfers.map(({ endToEndId, amount, creditor, remittance }) => ({
          parts: [
            endToEndId,
            inEuros(BigInt(amount)),
            creditor.bic,
            bankText(creditor.name, 70),
            creditor.iban,
            text(remittance, 140),
          ],
          currency: "EUR",
          address: isBeyondEea(creditor) ? addressOf(creditor) : null,
        })),
      );
      expect(read.texts.filter((value) => !/^[A-Za-z0-9/\-?:().,'+ \n]*$/.test(value))).toEqual([]);
      expect(read.unstructured).toBe(0);
    }),
    { numRuns: 500, endOnFailure: true },
  );
}, 120_000);
