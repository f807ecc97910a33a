import { expect, it } from "vitest";
import { accountSchema, payeeSchema } from "./payee.schema";

const problems = (result: { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  result.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];

const account = (iban: string, bic = "", holder = "Ada") => accountSchema.safeParse({ holder, iban, bic });

it.each([
  ["DE89 3704 0044 0532 0130 00", "DE89370400440532013000"],
  ["de89370400440532013000", "DE89370400440532013000"],
  ["FR14 2004 1010 0505 0001 3M02 606", "FR1420041010050500013M02606"],
  ["AT61 1904 3002 3457 3201", "AT611904300234573201"],
])("[PAY-01] reads the account number %s", (typed, iban) => {
  expect(account(typed).data?.iban).toBe(iban);
});

it.each([
  ["", "iban: iban_required"],
  ["DE89370400440532013001", "iban: iban_invalid"],
  ["DE8937040044053201300", "iban: iban_invalid"],
  ["XX89370400440532013000", "iban: iban_invalid"],
  ["DE89370400440532013000DE89370400440532013000", "iban: iban_invalid"],
  ["Sparkasse", "iban: iban_invalid"],
  ["1".repeat(5_000), 'iban: too_long|{"max":100}'],
])("[PAY-01] rejects the account number %s", (typed, problem) => {
  expect(problems(account(typed))).toContain(problem);
});

it("[PAY-01] asks for the bank outside of the EEA only, and checks it", () => {
  const swiss = "CH9300762011623852957";
  expect(problems(account(swiss))).toEqual(["bic: bic_required"]);
  expect(problems(account(swiss, "UBSWCHZH80A"))).toEqual([]);
  expect(account(swiss, "ubsw ch zh 80a").data?.bic).toBe("UBSWCHZH80A");
  expect(problems(account(swiss, "UBSW"))).toEqual(["bic: bic_invalid"]);
  expect(problems(account("GB29NWBK60161331926819"))).toEqual(["bic: bic_required"]);
  expect(account("NO9386011117947").data?.bic).toBeNull();
  expect(problems(account("NO9386011117947", "", " "))).toEqual(["holder: account_holder_required"]);
});

it.each([
  ["DE 136.695.976", "DE136695976"],
  ["ATU37675002", "ATU37675002"],
  ["fr40303265045", "FR40303265045"],
  ["EL094259216", "EL094259216"],
  ["CHE107787577IVA", "CHE107787577IVA"],
  ["US12-3456789", "US123456789"],
  ["", null],
])("[PAY-01] reads the VAT id %j", (typed, vatId) => {
  const read = payeeSchema.safeParse({ vat_id: typed });
  expect([problems(read), read.data?.vatId]).toEqual([[], vatId]);
});

it.each(["DE136695975", "DE13669597", "ATU1234", "FR00", "ÄÖ1234567", "1"])(
  "[PAY-01] rejects the VAT id %s",
  (typed) => {
    expect(problems(payeeSchema.safeParse({ vat_id: typed }))).toEqual(["vat_id: vat_id_invalid"]);
  },
);

it("[PAY-01] checks country, tax number and days, and takes an empty form", () => {
  const of = (fields: Record<string, string>) => problems(payeeSchema.safeParse(fields));
  expect(of({})).toEqual([]);
  expect(of({ country: "de", tax_number: "21/815/08150" })).toEqual([]);
  expect(of({ country: "XX" })).toEqual(["country: country_invalid"]);
  expect(of({ country: "Germany" })).toEqual(["country: country_invalid"]);
  expect(of({ tax_number: "soon" })).toEqual(["tax_number: tax_number_invalid"]);
  expect(of({ tax_status: "rich" })).toEqual(["tax_status: tax_status_required"]);
  expect(of({ tax_status: "regular", tax_status_from: "31.02.2026" })).toEqual(["tax_status_from: date_invalid"]);
});
