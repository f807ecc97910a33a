import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, it } from "vitest";
import { fieldsOf } from "~/domain/imports/import-run";
import { i18nFor } from "~/i18n/i18n.server";
import { useFieldLabel } from "./use-field-label";

const fields = [...fieldsOf("leads", []), { name: "own_industry", label: "Industry" }].map((field) => ({
  name: field.name,
  label: field.label,
}));

function Labels() {
  const labelOf = useFieldLabel(fields);
  return fields.map(({ name }) => <li key={name}>{labelOf(name)}</li>);
}

it("[WORK-16] names each field of an import, a custom one by its own label", async () => {
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={await i18nFor("de")}>
      <Labels />
    </I18nextProvider>,
  );
  expect(html).toContain("<li>Ansprechpartner</li>");
  expect(html).toContain("<li>Industry</li>");
  expect(html).not.toContain("fields.");
});
