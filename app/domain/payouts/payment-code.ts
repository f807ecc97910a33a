import { needsBic } from "./countries";
import { checkPayment, type Payment } from "./transfer";

/**
 * Returns the text of a payment code (EPC069-12, "GiroCode"), which a banking app reads as a filled-in transfer. The
 * standard allows 331 bytes and error correction M, which is a QR code of at most version 13; this text is shorter.
 *
 * Throws `transfer_account`, `transfer_amount`, `transfer_currency`, `transfer_name`, `transfer_out_of_reach`.
 */
export function paymentCode(payment: Payment): string {
  const { amount, creditor, remittance } = checkPayment(payment);
  const { name, iban, bic } = creditor;
  const lines = {
    tag: "BCD",
    version: "002",
    /** UTF-8. */
    characters: "1",
    service: "SCT",
    bic: needsBic(iban.slice(0, 2)) ? bic : "",
    name,
    iban,
    amount: `EUR${amount}`,
    purpose: "",
    // Either this one, for references with check digits (ISO 11649), or the text.
    reference: "",
    text: remittance,
  };
  return Object.values(lines).join("\n").trimEnd();
}
