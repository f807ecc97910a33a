import { z } from "zod";
import { requiredEntry } from "../shared/fields";
import type { TaxStatus } from "../documents/tax-status";

/** Versions of the agreement to self-billing. Their texts stay readable for ever (i18n/agreement-texts.server.ts). */
export const agreementVersions = [1] as const;
export type AgreementVersion = (typeof agreementVersions)[number];

/** The version that is offered. */
export const LATEST_AGREEMENT: AgreementVersion = 1;

/**
 * Whether an affiliate is asked to agree, or why not. `private`: a private person gets no credit note (§ 14 (2) UStG).
 * `status_missing`: nobody knows yet whether they are one. `payer_abroad`: documents are issued for payers in Germany
 * only, because other countries have other rules for them. `payer_missing`: the payer has not entered its country.
 */
export type AgreementOffer = "open" | "private" | "status_missing" | "payer_abroad" | "payer_missing";

/** Returns whether an affiliate with this tax status is asked to agree with a payer in this country. */
export function agreementOffer(payerCountry: string | null, taxStatus: TaxStatus | null): AgreementOffer {
  if (payerCountry === null) return "payer_missing";
  if (payerCountry !== "DE") return "payer_abroad";
  if (taxStatus === null) return "status_missing";
  return taxStatus === "private" ? "private" : "open";
}

/** Form that accepts a version of the agreement. */
export const acceptAgreementSchema = z.object({
  agreement_language: requiredEntry("agreement_outdated"),
  agreement_version: requiredEntry("agreement_outdated").transform((text, context) => {
    const version = agreementVersions.find((known) => String(known) === text);
    if (version) return version;
    context.addIssue({ code: "custom", message: "agreement_outdated" });
    return z.NEVER;
  }),
});
