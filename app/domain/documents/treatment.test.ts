import { describe, expect, it } from "vitest";
import { taxStatuses } from "./tax-status";
import {
  datevKeyOf,
  euCountries,
  exemptionSentences,
  fileGapOf,
  noDocumentReasons,
  placeOf,
  treatmentOf,
  treatments,
} from "./treatment";

const short = (
  status: (typeof taxStatuses)[number],
  payerCountry: string | null,
  payeeCountry: string | null,
  currency = "EUR",
) => {
  const found = treatmentOf(status, { payerCountry, payeeCountry, currency });
  if (typeof found === "string") return found;
  const keys = Object.entries(found.datevKeys).map(([rate, key]) => `${rate}:${key ?? "-"}`);
  return [found.category, found.exemptionCode ?? "-", found.sentence ?? "-", ...keys].join(" ");
};

describe("[PAY-08] the treatment of a supply", () => {
  it.each([
    ["regular", "DE", "S - - 700:8 1900:9"],
    ["regular", "AT", "regular_abroad"],
    ["regular", "CH", "regular_abroad"],
    ["small_business", "DE", "E - small_business 0:-"],
    ["small_business", "FR", "small_business_abroad"],
    ["small_business", "US", "small_business_abroad"],
    ["eu_business", "DE", "eu_business_in_germany"],
    ["eu_business", "AT", "AE VATEX-EU-AE reverse_charge 0:506"],
    ["eu_business", "GB", "eu_business_outside_eu"],
    ["foreign_business", "DE", "foreign_business_in_eu"],
    ["foreign_business", "ES", "foreign_business_in_eu"],
    ["foreign_business", "CH", "AE VATEX-EU-AE reverse_charge 0:511"],
    ["private", "DE", "private"],
    ["private", "AT", "private"],
    ["private", "US", "private"],
  ] as const)("of %s in %s is %s", (status, country, expected) => {
    expect(short(status, "DE", country)).toBe(expected);
  });

  it("[PAY-14] has one place for each status, so that the status and rate give the key of DATEV", () => {
    const places = taxStatuses.map((status) => [
      status,
      Object.values(treatments[status]).filter((one) => typeof one !== "string").length,
    ]);
    expect(Object.fromEntries(places)).toEqual({
      regular: 1,
      small_business: 1,
      eu_business: 1,
      foreign_business: 1,
      private: 0,
    });
    const keys = taxStatuses.map((status) => [0, 700, 1900, 1600].map((rateBp) => datevKeyOf({ status, rateBp })));
    expect(Object.fromEntries(taxStatuses.map((status, index) => [status, keys[index]]))).toEqual({
      regular: [undefined, "8", "9", undefined],
      small_business: [null, undefined, undefined, undefined],
      eu_business: ["506", undefined, undefined, undefined],
      foreign_business: ["511", undefined, undefined, undefined],
      private: [null, null, null, null],
    });
  });

  it("has the sentences of the law", () => {
    expect(exemptionSentences).toEqual({
      small_business: "Kein Ausweis von Umsatzsteuer, da Kleinunternehmer gemäß § 19 UStG",
      reverse_charge: "Steuerschuldnerschaft des Leistungsempfängers",
    });
  });

  it("is none where the payer is not in Germany or a country is missing", () => {
    for (const status of taxStatuses) {
      const other = status === "private" ? "private" : null;
      expect(short(status, "AT", "AT")).toBe(other ?? "payer_abroad");
      expect(short(status, null, "DE")).toBe(other ?? "payer_country_missing");
      expect(short(status, "DE", null)).toBe(other ?? "payee_country_missing");
    }
  });

  it("is none where VAT would be charged in another currency than euros", () => {
    expect(short("regular", "DE", "DE", "USD")).toBe("vat_currency");
    expect(short("small_business", "DE", "DE", "USD")).toBe(short("small_business", "DE", "DE"));
    expect(short("eu_business", "DE", "AT", "CHF")).toBe(short("eu_business", "DE", "AT"));
    expect(short("foreign_business", "DE", "US", "USD")).toBe(short("foreign_business", "DE", "US"));
  });

  it("knows the 27 member states and names each reason", () => {
    expect(new Set(euCountries).size).toBe(27);
    expect(["DE", "GR", "XI", "NO", "GB"].map(placeOf)).toEqual(["germany", "eu", ...Array(3).fill("elsewhere")]);
    const places = [null, "DE", "AT", "US"];
    const found = taxStatuses.flatMap((status) =>
      places.flatMap((payer) =>
        places.flatMap((payee) => ["EUR", "USD"].map((currency) => short(status, payer, payee, currency))),
      ),
    );
    const reasons = new Set(found.filter((reason) => !reason.includes(" ")));
    expect([...reasons].sort()).toEqual([...noDocumentReasons].sort());
  });

  it("asks the ids that its rules need for the file", () => {
    const [none, vatId, taxNumber] = [
      { vatId: null, taxNumber: null },
      { vatId: "DE136695976", taxNumber: null },
      { vatId: null, taxNumber: "12/345/67890" },
    ];
    for (const [status, country] of [
      ["regular", "DE"],
      ["small_business", "DE"],
      ["eu_business", "AT"],
      ["foreign_business", "CH"],
    ] as const) {
      const treatment = treatmentOf(status, { payerCountry: "DE", payeeCountry: country, currency: "EUR" });
      if (typeof treatment === "string") throw new Error(treatment);
      expect(fileGapOf(treatment, vatId, none, "EUR")).toBe("payee_tax_id");
      expect(fileGapOf(treatment, vatId, taxNumber, "EUR")).toBeNull();
      expect(fileGapOf(treatment, vatId, vatId, "EUR")).toBeNull();
      expect(fileGapOf(treatment, taxNumber, vatId, "EUR")).toBe(treatment.category === "AE" ? "payer_vat_id" : null);
      expect(fileGapOf(treatment, vatId, vatId, "BHD")).toBe("currency");
    }
  });
});
