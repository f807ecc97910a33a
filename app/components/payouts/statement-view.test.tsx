import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { StaticRouter } from "react-router-dom/server";
import { expect, it } from "vitest";
import { i18nFor } from "~/i18n/i18n.server";
import { composeStatement } from "~/platform/documents/compose-statement.server";
import { sampleLine, sampleStatement } from "../../../tests/support/sample-statement";
import { StatementView } from "./statement-view";

async function render(statement: ReturnType<typeof sampleStatement>): Promise<string> {
  const text = await composeStatement(statement);
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={await i18nFor("en")}>
      <StaticRouter location="/">
        <StatementView text={text} />
      </StaticRouter>
    </I18nextProvider>,
  );
  return html.replace(/[\u00a0\u202f]/g, " ");
}

it("[PAY-07] shows the text of the document, in its language", async () => {
  const planned = [sampleLine(4, { due: null })];
  const html = await render(sampleStatement([sampleLine(0), sampleLine(2)], { planned }));
  expect(html).toMatch(/^<article lang="de"/);
  const inOrder = [
    "Nordlicht Media GmbH",
    "Bauer Empfehlungen",
    "PA-2026-0007",
    "Diese Provisionen sind bis zum 28.02.2026 fällig geworden.",
    '<caption class="sr-only">Fällige Provisionen</caption>',
    "Kunde und Deal",
    "Alpenglück Reisen GmbH",
    "12,5 % von 100,00 € pro Monat = 12,50 € pro Monat",
    "Bäckerei Ährensache",
    "Umsatzsteuer 19 % auf 25,34 €",
    "Gesamtbetrag",
    "30,15 €",
    "Diese Abrechnung ist keine Rechnung.",
    "Geplante Provisionen",
    "sobald der Kunde bezahlt hat",
  ];
  const places = inOrder.map((part) => html.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(html.match(/<table/g)).toHaveLength(2);
});

it("[PAY-07] shows no table when nothing is due", async () => {
  const html = await render(sampleStatement([]));
  expect(html).toContain("Bis zum 28.02.2026 war keine unbezahlte Provision fällig.");
  expect(html).not.toContain("<table");
});
