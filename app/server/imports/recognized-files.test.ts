import { serverTexts } from "~/i18n/server-texts.server";
import { expect, test } from "vitest";
import { isDamagedCell } from "~/domain/imports/damaged-cell";
import { statusOfWord } from "~/domain/imports/lead-statuses";
import { leadStatuses } from "~/domain/leads/lead";
import { languages, loadTexts } from "~/i18n/languages";
import { contactTitles } from "../exports/contact-columns.server";
import { guessColumns } from "./guess-columns.server";

test("[API-04] recognizes the columns of our own exports in every language, and others by title and content", async () => {
  for (const language of languages) {
    const { columns } = serverTexts[language];
    const names = (keys: string[]) => keys.map((key) => (columns as Record<string, string>)[key]!);
    const ofLeads = ["company", "contact", "email", "phone", "status", "affiliate", "submitted_on", "notes"];
    expect(await guessColumns("leads", names(ofLeads), []), language).toEqual({
      company_name: [0],
      contact_person: [1],
      email: [2],
      phone: [3],
      status: [4],
      affiliate: [5],
      notes: [7],
    });
    const fields = Object.keys(contactTitles).map((name, index) => [name, [index]]);
    const all = names(Object.values(contactTitles));
    expect(await guessColumns("leads", all, []), language).toEqual(Object.fromEntries(fields));
    const ofAffiliates = ["affiliate", "email", "status", "added_on"];
    expect(await guessColumns("affiliates", names(ofAffiliates), []), language).toEqual({
      name: [0],
      email: [1],
    });
    const withIds = names(["affiliate", "affiliate_id", "email"]);
    expect(await guessColumns("leads", withIds, []), language).toEqual({ affiliate: [1, 0], email: [2] });
  }
  expect(
    await guessColumns("affiliates", ["", "Vollständiger Name", "?"], [["1", "Ada", "ada@partner.example"]]),
  ).toEqual({ name: [1], email: [2] });
});

const headers: [string, string, Record<string, number[]>][] = [
  [
    "HubSpot",
    "Record ID,First Name,Last Name,Email,Phone Number,Lead Status,Associated Company,Notes",
    { contact_person: [1, 2], email: [3], phone: [4], status: [5], company_name: [6], notes: [7] },
  ],
  [
    "Salesforce",
    "First Name,Last Name,Title,Company / Account,Email,Phone,Mobile,Lead Status,Description",
    { contact_person: [0, 1], company_name: [3], email: [4], phone: [5], status: [7], notes: [8] },
  ],
  [
    "Google Contacts",
    "First Name,Middle Name,Last Name,Organization Name,Notes,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Value",
    { contact_person: [0, 1, 2], company_name: [3], notes: [4], email: [6], phone: [7] },
  ],
  [
    "Outlook",
    "Vorname,Weitere Vornamen,Nachname,Firma,E-Mail-Adresse,Telefon geschäftlich,Notizen",
    { contact_person: [0, 1, 2], company_name: [3], email: [4], phone: [5], notes: [6] },
  ],
  [
    "Pipedrive",
    "Person - Name,Organization - Name,Person - Email - Work,Person - Phone - Work",
    { contact_person: [0], company_name: [1], email: [2], phone: [3] },
  ],
  ["a German list", "Vorname;Name;Firma;E-Mail", { contact_person: [0, 1], company_name: [2], email: [3] }],
  ["a French list", "Prénom;Nom;Société;Courriel", { contact_person: [0, 1], company_name: [2], email: [3] }],
  ["a Spanish list", "Nombre;Apellidos;Empresa;Correo", { contact_person: [0, 1], company_name: [2], email: [3] }],
  ...["Affiliate E-Mail", "E-Mail des Partners", "Partner Email", "Vermittler-E-Mail", "E-mail du partenaire"].map(
    (title): [string, string, Record<string, number[]>] => [
      title,
      `Firma;Name;${title};E-Mail`,
      { company_name: [0], contact_person: [1], affiliate: [2], email: [3] },
    ],
  ),
  [
    "an affiliate by address and name",
    "Firma;Affiliate;Affiliate E-Mail;E-Mail",
    { company_name: [0], affiliate: [2, 1], email: [3] },
  ],
];

test.each(headers)("[API-04] recognizes the columns of %s", async (_name, header, expected) => {
  expect(await guessColumns("leads", header.split(/[,;]/), [])).toEqual(expected);
});

test("[API-04] understands every status of our own exports in every language, and those of other programs", async () => {
  for (const language of languages) {
    const { status } = (await loadTexts(language)).leads;
    for (const one of leadStatuses) expect(statusOfWord(` ${status[one].toUpperCase()}`), language).toBe(one);
  }
  expect(["Closed Won", "closed-lost", "OPEN", "In Bearbeitung", "toString", ""].map(statusOfWord)).toEqual([
    "converted",
    "lost",
    "new",
    "contacted",
    null,
    null,
  ]);
});

test("[API-04] distinguishes cells that a spreadsheet has damaged from others", () => {
  const damaged = [
    "#NV",
    " #n/a ",
    "#REF!",
    "#WERT!",
    "#¿NOMBRE?",
    "4,91512E+11",
    "4.91512E+11",
    "-1,5E+10",
    "5E+11",
    "#####",
    "#SPILL!",
  ];
  const whole = ["", "#1", "NV", "4,91512", "E+11", "+49 1512 345", "#NV GmbH", "1E5", "A#N/A", "#", "##"];
  expect(damaged.filter((cell) => !isDamagedCell(cell))).toEqual([]);
  expect(whole.filter(isDamagedCell)).toEqual([]);
});
