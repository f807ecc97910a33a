import fc from "fast-check";
import { decodeQR } from "qr/decode.js";
import sharp from "sharp";
import { expect, it } from "vitest";
import { anyBankFile } from "../../../tests/support/bank-files";
import { isNightly } from "../../../tests/support/nightly";
import { qrPath } from "~/server/qr.server";
import { bankText } from "./bank-text";
import { paymentCode } from "./payment-code";

const creditor = { name: "Žofie Müller", iban: "DE89370400440532013000", bic: "COBADEFFXXX" };
const payment = { amount: 1_234, currency: "EUR", creditor, remittance: "Gutschrift für Oktober" };

/** Side of a QR code of version 13 with its quiet zone. */
const LARGEST = 17 + 4 * 13 + 8;

it("[PAY-11] writes the payment code of a payout", () => {
  expect(paymentCode(payment)).toBe(
    "BCD\n002\n1\nSCT\n\nZofie Mueller\nDE89370400440532013000\nEUR12.34\n\n\nGutschrift fuer Oktober",
  );
  expect(paymentCode({ ...payment, amount: 5, remittance: "" })).toBe(
    "BCD\n002\n1\nSCT\n\nZofie Mueller\nDE89370400440532013000\nEUR0.05",
  );
});

it("[PAY-11] names the bank in the payment code outside of the European Economic Area", () => {
  const swiss = { name: "Reto", iban: "CH9300762011623852957", bic: "UBSWCHZH80A" };
  expect(
    paymentCode({ ...payment, creditor: swiss })
      .split("\n")
      .slice(4, 7),
  ).toEqual(["UBSWCHZH80A", "Reto", "CH9300762011623852957"]);
});

it.each([
  ["transfer_currency", { currency: "CHF" }],
  ["transfer_amount", { amount: 0 }],
  ["transfer_name", { creditor: { ...creditor, name: "王" } }],
  ["transfer_account", { creditor: { ...creditor, iban: "DE89370400440532013001" } }],
])("[PAY-11] rejects with %s a payment code of %j", (code, changes) => {
  expect(() => paymentCode({ ...payment, ...changes })).toThrow(code);
});

it("[PAY-11] keeps the longest payment code within the limits of the standard", () => {
  const longest = paymentCode({
    amount: 99_999_999_999,
    currency: "EUR",
    creditor: { name: "ß".repeat(70), iban: "MT84MALT011000012345MTLCAST001S", bic: null },
    remittance: "Ж".repeat(300),
  });
  expect(Buffer.byteLength(longest)).toBeLessThanOrEqual(331);
  expect(qrPath(longest).size).toBeLessThanOrEqual(LARGEST);
  const everyLine = fc.property(anyBankFile, ({ transfers }) => {
    for (const transfer of transfers) {
      const lines = paymentCode(transfer).split("\n");
      expect(lines.length).toBeLessThanOrEqual(11);
      expect(lines.slice(5, 7)).toEqual([bankText(transfer.creditor.name, 70), transfer.creditor.iban]);
      expect(Buffer.byteLength(lines.join("\n"))).toBeLessThanOrEqual(331);
    }
  });
  fc.assert(everyLine, { numRuns: 100, endOnFailure: true });
});

it("[PAY-11] is read back from its picture", { timeout: 120_000 }, async () => {
  const everyCode = fc.asyncProperty(anyBankFile, async ({ transfers: [transfer] }) => {
    const code = paymentCode(transfer!);
    const { size, path } = qrPath(code);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 5}" height="${size * 5}"
      shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="white"/><path d="${path}"/></svg>`;
    const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(decodeQR({ width: info.width, height: info.height, data })).toBe(code);
  });
  await fc.assert(everyCode, { numRuns: isNightly ? 300 : 20, endOnFailure: true });
});
