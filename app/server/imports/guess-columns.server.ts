import {
  fieldsOf,
  LEAD_AFFILIATE,
  type Columns,
  type ImportFieldName,
  type ImportFields,
  type ImportKind,
} from "~/domain/imports/import-run";
import { emailAddress } from "~/domain/shared/fields";
import { languages, loadTexts } from "~/i18n/languages";
import { contactTitles, type Title } from "../exports/contact-columns";

/** The title of each field's column in our own files. */
const exported: { [K in ImportKind]: Record<ImportFields[K], Title> } = {
  leads: { ...contactTitles, [LEAD_AFFILIATE]: "affiliate" },
  affiliates: { name: "affiliate", email: "email" },
};

/** What columns are called elsewhere: in other programs' files, in four languages, and as the fields are called here. */
const known: Record<ImportFieldName, string> = {
  company_name:
    "company name, organisation, organization, account, account name, unternehmen, firmenname, kunde, société, nom de l'entreprise, raison sociale, entreprise, empresa, nombre de la empresa, compañía",
  contact_person:
    "contact, contact name, contact person, full name, name, kontakt, kontaktperson, ansprechpartnerin, vor- und nachname, nom du contact, nom complet, personne de contact, contacto, persona de contacto, nombre",
  email:
    "email, e-mail, e mail, mail, email address, e-mail address, e-mail-adresse, mailadresse, adresse e-mail, adresse mail, courriel, correo, correo electrónico, email 1",
  phone:
    "phone number, telephone, tel, mobile, telefonnummer, telefon, handy, mobil, rufnummer, numéro de téléphone, tél, portable, teléfono, móvil",
  notes:
    "note, comment, comments, description, notiz, bemerkung, bemerkungen, kommentar, remarques, commentaire, nota, comentario, comentarios",
  affiliate: "partner, referrer, source, vermittler, empfehler, apporteur, partenaire, afiliado, socio",
  name: "full name, affiliate name, partner, partnername, vor- und nachname, vollständiger name, nom, nom complet, nombre, nombre completo, contact name, ansprechpartner",
};

const plain = (title: string) =>
  title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Which columns are probably which fields, by their titles and, for the e-mail address, by what stands in them. */
export async function guessColumns(
  kind: ImportKind,
  header: readonly string[],
  sample: readonly string[][],
): Promise<Columns> {
  const texts = await Promise.all(languages.map(loadTexts));
  const titles = header.map(plain);
  const columns: Record<string, number> = {};
  const isFree = (column: number) => !Object.values(columns).includes(column);
  const find = (field: string, names: readonly string[]) => {
    const wanted = new Set(names.map(plain));
    const column = titles.findIndex((title, index) => title !== "" && wanted.has(title) && isFree(index));
    if (column >= 0 && !(field in columns)) columns[field] = column;
  };
  const fields = fieldsOf(kind).map(({ name }) => name);
  const own: Partial<Record<ImportFieldName, Title>> = exported[kind];
  // What our own files say counts first: there "Affiliate" is the name of the affiliate.
  for (const field of fields) {
    const column = own[field];
    find(field, [...(column ? texts.map(({ exports }) => exports.columns[column]) : []), field]);
  }
  for (const field of fields) find(field, known[field].split(", "));
  if (!("email" in columns)) {
    const share = (column: number) =>
      sample.filter((cells) => emailAddress.safeParse(cells[column]?.slice(0, 300) ?? "").success).length;
    const column = header.findIndex((_, index) => isFree(index) && share(index) * 2 > sample.length);
    if (column >= 0) columns["email"] = column;
  }
  return columns;
}
