import { expect, it, test } from "vitest";
import type { Statement } from "~/domain/payouts/statement";
import { day } from "~/domain/shared/dates";
import { priceCommission } from "~/domain/terms/pricing";
import { explanationLines } from "~/i18n/explanation-words";
import { languages } from "~/i18n/languages";
import { sampleClaim, sampleLine, sampleStatement } from "../../../tests/support/sample-statement";
import { mailFormat } from "../mail/notice-mail.server";
import { composeStatement } from "./compose-statement.server";
import { documentTexts } from "./texts.server";

/** Amounts and percentages have no-break spaces. */
const spaced = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value).replace(/[\u00a0\u202f]/g, " ")) as Value;

const compose = async (statement: Statement) => spaced(await composeStatement(statement));

it("[PAY-07] says deal, customer, period, base, rate, calculation, invoice and payment of each line", async () => {
  const { title, facts, tables, notes } = await compose(sampleStatement([sampleLine(0), sampleLine(5)]));
  expect(title).toBe("Provisionsabrechnung PA-2026-0007");
  expect(facts).toContainEqual({ label: "Zahlung an", value: "Lena Bauer, Konto DE mit der Endung 3000" });
  expect(tables).toHaveLength(1);
  expect(tables[0]!.rows).toEqual([
    {
      cells: [
        ["Alpenglück Reisen GmbH", "Website-Relaunch 1"],
        ["Januar 2026"],
        ["100,00 €", "pro Monat"],
        ["12,5 %"],
        ["12,50 €"],
      ],
      details: [
        "12,5 % von 100,00 € pro Monat = 12,50 € pro Monat, Konditionen vom 01.11.2025 (Version 2)",
        "Rechnung RE-2026-1 vom 01.01.2026 · Der Kunde hat am 15.01.2026 100,00 € bezahlt.",
      ],
      running: "12,50 €",
    },
    {
      cells: [
        ["Alpenglück Reisen GmbH", "Website-Relaunch 6"],
        ["10.01.2026", "Abschluss"],
        ["106,85 €"],
        ["12,5 %"],
        ["13,36 €"],
      ],
      details: [
        expect.stringContaining("12,5 % von 106,85 € = 13,36 €") as string,
        "Rechnung RE-2026-6 vom 10.01.2026 · Der Kunde hat am 24.01.2026 106,85 € bezahlt.",
      ],
      running: "25,86 €",
    },
  ]);
  expect(tables[0]!.sums).toEqual([
    { label: "Summe ohne Umsatzsteuer", value: "25,86 €", isTotal: false },
    { label: "Umsatzsteuer 19 % auf 25,86 €", value: "4,91 €", isTotal: false },
    { label: "Gesamtbetrag", value: "30,77 €", isTotal: true },
  ]);
  expect(notes).toEqual([
    "Diese Abrechnung ist keine Rechnung. Bitte senden Sie uns eine Rechnung über 30,77 € und geben Sie darin die " +
      "Nummer PA-2026-0007 an.",
  ]);
});

it("[COM-07] [PAY-07] explains a commission with the words of the screens, in each language", async () => {
  const tiers = [
    { from: 0, rateBp: 1000 },
    { from: 500_000, rateBp: 1500 },
  ];
  const terms = { id: "t", version: 3, startDate: day("2025-11-01"), revShareBp: null, fixedAmount: null, tiers };
  const deal = { base: { amount: 60_001, currency: "EUR" }, per: "deal" as const, total: 60_001, year: 2026 };
  const trace = priceCommission(deal, { ...terms, currency: "EUR" });
  for (const language of languages) {
    const { tables } = await composeStatement(sampleStatement([sampleLine(1, { trace })], { language }));
    const words = explanationLines(await documentTexts(language), mailFormat(language), trace);
    expect(words).toHaveLength(3);
    expect(tables[0]!.rows[0]!.details[0]).toBe(words.join(" · "));
  }
});

it("[PAY-07] keeps planned commissions apart, and out of all sums", async () => {
  const planned = [sampleLine(3, { due: null }), sampleLine(4, { due: day("2026-04-01") })];
  const { tables } = await compose(sampleStatement([sampleLine(0)], { planned }));
  expect(tables.map(({ id }) => id)).toEqual(["lines", "planned"]);
  expect(tables[0]!.sums[0]!.value).toBe("12,50 €");
  expect(tables[1]!.sums).toEqual([]);
  expect(tables[1]!.rows.map(({ cells }) => cells[2])).toEqual([["sobald der Kunde bezahlt hat"], ["01.04.2026"]]);
});

it("[PAY-07] says that nothing is due, in each language", async () => {
  for (const language of languages) {
    const { intro, tables, notes } = await compose(sampleStatement([], { language }));
    expect(intro).toHaveLength(1);
    expect(tables).toEqual([]);
    expect(notes).toEqual([]);
  }
  const { intro } = await compose(sampleStatement([]));
  expect(intro).toEqual(["Bis zum 28.02.2026 war keine unbezahlte Provision fällig. Es wird nichts ausgezahlt."]);
});

it("[PAY-07] [PAY-13] names what is claimed back and why, and pays no balance below zero", async () => {
  const { tables, notes } = await compose(sampleStatement([sampleClaim(3)]));
  const [row] = tables[0]!.rows;
  expect(row!.cells[0]).toEqual(["Café Amélie", "Website-Relaunch 4", "Rückforderung"]);
  expect(row!.cells[4]).toEqual(["-13,01 €"]);
  expect(row!.details[0]).toBe("Rückforderung, weil der Kunde storniert hat. Bezahlt worden war:");
  expect(notes).toEqual([
    "Es wird nichts ausgezahlt. Der Saldo von -15,48 € wird mit späteren Provisionen verrechnet.",
  ]);
});

it("[PAY-07] carries over what is not paid, and says why", async () => {
  const small = await compose(sampleStatement([sampleLine(0)], { unpaid: "below_minimum", account: null }));
  expect(small.tables[0]!.sums.at(-1)).toEqual({ label: "Vortrag", value: "14,88 €", isTotal: true });
  expect(small.notes).toEqual([
    "Es wird jetzt nichts ausgezahlt, weil 14,88 € unter dem Mindestbetrag liegen. Der Betrag bleibt fällig und wird auf die nächste Abrechnung vorgetragen.",
  ]);
  expect(small.facts.map(({ label }) => label)).not.toContain("Zahlung an");
  const { payee } = sampleStatement([]);
  const address = { street: "", houseNumber: null, postalCode: "", town: "", company: null };
  const nameOnly = await compose(sampleStatement([], { unpaid: "nothing_due", payee: { ...payee, ...address } }));
  expect(nameOnly.receiver).toEqual(["Lena Bauer"]);
});

test.each([
  ["small_business", "Kein Ausweis von Umsatzsteuer, da Kleinunternehmer gemäß § 19 UStG."],
  ["eu_business", "Steuerschuldnerschaft des Leistungsempfängers."],
  ["foreign_business", "Steuerschuldnerschaft des Leistungsempfängers."],
] as const)("[PAY-07] says why %s gets no VAT", async (status, sentence) => {
  const vat = [{ status, rateBp: 0, net: 1_250, vat: 0 }];
  const { notes, tables } = await compose(
    sampleStatement([sampleLine(0)], { vat, vatTotal: 0, gross: 1_250, basis: "agreement" }),
  );
  expect(notes[0]).toBe(sentence);
  expect(notes[1]).toContain("Gutschrift über 12,50 €");
  expect(tables[0]!.sums[1]!.value).toBe("0,00 €");
});

it("[PAY-07] names the country of an address abroad, and writes it as that country does", async () => {
  const { payee } = sampleStatement([]);
  const abroad = { ...payee, country: "FR", street: "rue des Lilas", houseNumber: "7", town: "Lyon" };
  const { receiver, sender } = await compose(sampleStatement([], { payee: abroad, language: "fr" }));
  expect(receiver).toEqual(["Bauer Empfehlungen", "Lena Bauer", "7 rue des Lilas", "04109 Lyon", "France"]);
  expect(sender.lines.at(-1)).toBe("Allemagne");
});

it("[PAY-07] names the statement that it corrects", async () => {
  const { facts } = await compose(sampleStatement([sampleLine(0)], { corrects: "PA-2026-0003" }));
  expect(facts[1]).toEqual({ label: "Berichtigt", value: "PA-2026-0003" });
});

it("[PAY-07] takes silence for nothing", async () => {
  const statement = sampleStatement([sampleLine(0), sampleClaim(3)], { planned: [sampleLine(4)] });
  const texts = await Promise.all(
    languages.flatMap((language) =>
      (["agreement", "own_invoice", "private"] as const).map((basis) =>
        composeStatement({ ...statement, language, basis }),
      ),
    ),
  );
  const silence =
    /accept|akzeptier|genehmig|anerkannt|einwand|widersp|objection|réput|acept|tácit|within \d|innerhalb/i;
  expect(texts.filter((text) => silence.test(JSON.stringify(text)))).toEqual([]);
});
