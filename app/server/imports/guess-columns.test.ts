import { describe, expect, test } from "vitest";
import { serverTexts } from "~/i18n/server-texts.server";
import type { ImportKind } from "~/domain/imports/import-run";
import { languages } from "~/i18n/languages";
import type { Title } from "../exports/columns.server";
import { guessColumns } from "./guess-columns.server";

/** Returns the titles found for each field. */
async function found(kind: ImportKind, titles: string) {
  const header = titles.split("|");
  const columns = await guessColumns(kind, header, []);
  return Object.fromEntries(
    Object.entries(columns).map(([field, places]) => [field, places.map((place) => header[place]).join(" + ")]),
  );
}

const files: Record<string, [titles: string, fields: Record<string, string>]> = {
  HubSpot: [
    "Record ID|First Name|Last Name|Email|Phone Number|Contact owner|Associated Company|Lead Status|Lifecycle Stage|Message",
    {
      company_name: "Associated Company",
      contact_person: "First Name + Last Name",
      email: "Email",
      phone: "Phone Number",
      notes: "Message",
      responsible: "Contact owner",
      status: "Lead Status",
    },
  ],
  "HubSpot auf Deutsch": [
    "Datensatz-ID|Vorname|Nachname|E-Mail|Telefonnummer|Unternehmensname|Lifecycle-Phase",
    {
      company_name: "Unternehmensname",
      contact_person: "Vorname + Nachname",
      email: "E-Mail",
      phone: "Telefonnummer",
      status: "Lifecycle-Phase",
    },
  ],
  Salesforce: [
    "First Name|Last Name|Title|Company / Account|Email|Phone|Mobile|Lead Source|Lead Status|Description",
    {
      company_name: "Company / Account",
      contact_person: "First Name + Last Name",
      email: "Email",
      phone: "Phone",
      notes: "Description",
      status: "Lead Status",
    },
  ],
  "Google Contacts": [
    "First Name|Middle Name|Last Name|Organization Name|Organization Title|Notes|E-mail 1 - Label|E-mail 1 - Value|Phone 1 - Label|Phone 1 - Value",
    {
      company_name: "Organization Name",
      contact_person: "First Name + Middle Name + Last Name",
      email: "E-mail 1 - Value",
      phone: "Phone 1 - Value",
      notes: "Notes",
    },
  ],
  "Google Contacts of before": [
    "Given Name|Family Name|E-mail 1 - Value|Organization 1 - Name",
    {
      company_name: "Organization 1 - Name",
      contact_person: "Given Name + Family Name",
      email: "E-mail 1 - Value",
    },
  ],
  Pipedrive: [
    "Lead - Title|Person - Name|Person - Email - Work|Person - Phone - Work|Organization - Name|Deal - Status|Deal - Lost reason",
    {
      company_name: "Organization - Name",
      contact_person: "Person - Name",
      email: "Person - Email - Work",
      phone: "Person - Phone - Work",
      status: "Deal - Status",
      lost_reason: "Deal - Lost reason",
    },
  ],
  Outlook: [
    "First Name|Middle Name|Last Name|Company|Job Title|Business Phone|Mobile Phone|E-mail Address|Notes",
    {
      company_name: "Company",
      contact_person: "First Name + Middle Name + Last Name",
      email: "E-mail Address",
      phone: "Business Phone",
      notes: "Notes",
    },
  ],
  "Outlook auf Deutsch": [
    "Anrede|Vorname|Weitere Vornamen|Nachname|Firma|Telefon geschäftlich|Mobiltelefon|E-Mail-Adresse|Notizen",
    {
      company_name: "Firma",
      contact_person: "Vorname + Weitere Vornamen + Nachname",
      email: "E-Mail-Adresse",
      phone: "Telefon geschäftlich",
      notes: "Notizen",
    },
  ],
  "Outlook en français": [
    "Prénom|Nom|Société|Téléphone (bureau)|Tél. mobile|Adresse de messagerie|Notes",
    {
      company_name: "Société",
      contact_person: "Prénom + Nom",
      email: "Adresse de messagerie",
      phone: "Téléphone (bureau)",
      notes: "Notes",
    },
  ],
  "Outlook en español": [
    "Nombre|Apellidos|Organización|Teléfono del trabajo|Dirección de correo electrónico|Notas",
    {
      company_name: "Organización",
      contact_person: "Nombre + Apellidos",
      email: "Dirección de correo electrónico",
      phone: "Teléfono del trabajo",
      notes: "Notas",
    },
  ],
  "a list of one's own": [
    "Firma|Name|Vorname|Mail|Tel.",
    {
      company_name: "Firma",
      contact_person: "Vorname + Name",
      email: "Mail",
      phone: "Tel.",
    },
  ],
};

test.each(Object.entries(files))("[API-04] recognizes the columns of %s", async (_, [titles, fields]) => {
  expect(await found("leads", titles)).toEqual(fields);
});

test.each(languages)(
  "[API-04] [LEAD-16] recognizes the columns of our own exports, and no others, in %s",
  async (language) => {
    const { columns } = serverTexts[language];
    const titles = (names: readonly Title[]) => names.map((name) => columns[name]).join("|");
    const fields = {
      company_name: columns.company,
      affiliate: `${columns.affiliate_id} + ${columns.affiliate}`,
    };
    const contact = { contact_person: columns.contact, email: columns.email, phone: columns.phone };
    expect(await found("leads", titles([...leadTitles, "submitted_on", "qualified_on", "lost_on"]))).toEqual({
      ...fields,
      ...contact,
      status: columns.status,
      notes: columns.notes,
    });
    expect(await found("leads", titles(dealTitles))).toEqual(fields);
  },
);

const leadTitles = [
  "company",
  "contact",
  "email",
  "phone",
  "status",
  "affiliate",
  "notes",
  "lead_id",
  "affiliate_id",
] as const;
const dealTitles = [
  "close_date",
  "deal",
  "company",
  "affiliate",
  "type",
  "amount",
  "currency",
  "mrr",
  "months",
  "contract_end",
  "commission_of_deal",
  "commission_currency",
  "state",
  "paid_on",
  "months_paid",
  "months_due",
  "months_planned",
  "receipt",
  "ended_on",
  "end_reason",
  "worth_until_end",
  "owed_back",
  "deal_id",
  "lead_id",
  "affiliate_id",
] as const;

describe("[API-04] recognizes the affiliate of a lead", () => {
  test.each([
    "Affiliate",
    "Affiliate E-Mail",
    "Affiliate-E-Mail",
    "Affiliate Email",
    "Affiliate name",
    "affiliate_id",
    "E-Mail des Affiliates",
    "Partner",
    "Partner-E-Mail",
    "Vermittler",
    "Vermittler E-Mail",
    "Tippgeber",
    "Vermittelt durch",
    "Empfohlen von",
    "Geworben von",
    "Partnermail",
    "Referrer",
    "Referred by",
    "Affilié",
    "E-mail de l’affilié",
    "Apporteur",
    "Partenaire",
    "Recommandé par",
    "Afiliado",
    "Correo del afiliado",
    "Correo electrónico del afiliado",
    "Socio",
    "Recomendado por",
  ])("%s", async (title) => {
    expect(await found("leads", `Firma|Kontakt|E-Mail|${title}`)).toEqual({
      company_name: "Firma",
      contact_person: "Kontakt",
      email: "E-Mail",
      affiliate: title,
    });
    // In either order, it is not the email address of the lead.
    expect(await found("leads", `${title}|Firma|Kontakt|E-Mail`)).toMatchObject({ email: "E-Mail" });
  });

  test("by every column that identifies the affiliate, the most reliable first", async () => {
    const titles = "Firma|Kontakt|E-Mail|Affiliate|Affiliate E-Mail|Affiliate-ID|Partnerumsatz|Partner seit";
    expect((await found("leads", titles))["affiliate"]).toBe("Affiliate-ID + Affiliate E-Mail + Affiliate");
    expect((await found("leads", titles.replace("|Affiliate-ID", "")))["affiliate"]).toBe(
      "Affiliate E-Mail + Affiliate",
    );
    expect((await found("leads", "Partner|Partner E-Mail|Partner-Nr."))["affiliate"]).toBe(
      "Partner-Nr. + Partner E-Mail + Partner",
    );
  });

  test("as the rows themselves in a list of affiliates", async () => {
    expect(await found("affiliates", "Partner|Partner E-Mail")).toEqual({
      name: "Partner",
      email: "Partner E-Mail",
    });
    expect(await found("affiliates", "Vorname|Nachname|E-Mail")).toEqual({
      name: "Vorname + Nachname",
      email: "E-Mail",
    });
  });
});

test("[API-04] recognizes an email address also by the content of its column", async () => {
  const header = ["", "Vollständiger Name", "?"];
  expect(await guessColumns("affiliates", header, [["1", "Ada", "ada@partner.example"]])).toEqual({
    name: [1],
    email: [2],
  });
});
