import { expect, test } from "vitest";
import { fileNameOf } from "./file-name";

test.each([
  [["Nordlicht Media GmbH", "Provisionen", "2026-11-25"], "nordlicht-media-gmbh-provisionen-2026-11-25.csv"],
  [["Möller & Söhne", "Affiliates", null], "moeller-soehne-affiliates.csv"],
  [["Atelier Œuvre d’été", "Commissions"], "atelier-oeuvre-d-ete-commissions.csv"],
  [["株式会社", "Leads"], "leads.csv"],
  [['a"\r\nSet-Cookie: x', "../leads"], "a-set-cookie-x-leads.csv"],
  [["x".repeat(500), "Leads"], `${"x".repeat(60)}-leads.csv`],
])("[API-03] file names use only plain letters and digits: %j", (parts, name) => {
  expect(fileNameOf(parts, "csv")).toBe(name);
});
