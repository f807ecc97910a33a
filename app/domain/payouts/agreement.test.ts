import { expect, it } from "vitest";
import { acceptAgreementSchema, agreementOffer, agreementVersions, LATEST_AGREEMENT } from "./agreement";

it("[PAY-04] a business is asked by a payer in Germany only, and a private person never", () => {
  expect(agreementOffer("DE", "regular")).toBe("open");
  expect(agreementOffer("DE", "small_business")).toBe("open");
  expect(agreementOffer("DE", "foreign_business")).toBe("open");
  expect(agreementOffer("DE", "private")).toBe("private");
  expect(agreementOffer("DE", null)).toBe("status_missing");
  expect(agreementOffer("AT", "regular")).toBe("payer_abroad");
  expect(agreementOffer(null, "regular")).toBe("payer_missing");
});

it("[PAY-04] the form takes known versions only", () => {
  const read = (agreement_version: string) =>
    acceptAgreementSchema.safeParse({ agreement_version, agreement_language: "de" });
  expect(read(String(LATEST_AGREEMENT)).data?.agreement_version).toBe(LATEST_AGREEMENT);
  for (const wrong of ["", "0", "1.0", "99", "x"])
    expect(read(wrong).error?.issues.map(({ message }) => message)).toEqual(["agreement_outdated"]);
  expect(Math.max(...agreementVersions)).toBe(LATEST_AGREEMENT);
});
