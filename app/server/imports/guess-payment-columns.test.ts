import { describe, expect, test } from "vitest";
import { serverTexts } from "~/i18n/server-texts.server";
import { guessColumns } from "./guess-columns.server";

/** Returns the titles found for each field. */
async function found(titles: string) {
  const header = titles.split("|");
  const columns = await guessColumns("customer-payments", header, []);
  return Object.fromEntries(
    Object.entries(columns).map(([field, places]) => [field, places.map((place) => header[place]).join(" + ")]),
  );
}

describe("[PAY-18] recognizes the columns of customers' payments", () => {
  test.each([
    [
      "Rechnungsnummer|Rechnungsdatum|Kunde|Deal|Leistungsmonat|Zahlungseingang|Betrag|Währung|Konto",
      {
        invoice_number: "Rechnungsnummer",
        invoiced_on: "Rechnungsdatum",
        company_name: "Kunde",
        deal: "Deal",
        month: "Leistungsmonat",
        paid_on: "Zahlungseingang",
        amount: "Betrag",
        currency: "Währung",
      },
    ],
    [
      "Invoice no.|Invoice date|Company|Deal name|Period|Date paid|Amount paid|Currency",
      {
        invoice_number: "Invoice no.",
        invoiced_on: "Invoice date",
        company_name: "Company",
        deal: "Deal name",
        month: "Period",
        paid_on: "Date paid",
        amount: "Amount paid",
        currency: "Currency",
      },
    ],
    [
      "N° de facture|Entreprise|Affaire|Mois|Date de règlement|Montant réglé",
      {
        invoice_number: "N° de facture",
        company_name: "Entreprise",
        deal: "Affaire",
        month: "Mois",
        paid_on: "Date de règlement",
        amount: "Montant réglé",
      },
    ],
    [
      "Número de factura|Empresa|Negocio|Mes|Fecha de cobro|Importe",
      {
        invoice_number: "Número de factura",
        company_name: "Empresa",
        deal: "Negocio",
        month: "Mes",
        paid_on: "Fecha de cobro",
        amount: "Importe",
      },
    ],
  ])("%s", async (titles, columns) => {
    expect(await found(titles)).toEqual(columns);
  });

  test.each([
    ["de", "Kunde hat bezahlt am"],
    ["en", "Customer paid on"],
    ["fr", "Le client a payé le"],
    ["es", "El cliente pagó el"],
  ] as const)("in our own list of commissions with a day beside it, in %s", async (language, title) => {
    const { columns } = serverTexts[language];
    const names = ["state", "due_on", "paid_on", "affiliate", "company", "deal", "commission"] as const;
    const ids = ["currency", "payment_id", "deal_id", "lead_id"] as const;
    const titles = [...names, ...ids].map((name) => columns[name]);
    expect(await found([...titles, title].join("|"))).toEqual({
      company_name: columns.company,
      deal: columns.deal,
      deal_id: columns.deal_id,
      payment_id: columns.payment_id,
      currency: columns.currency,
      paid_on: title,
    });
  });
});
