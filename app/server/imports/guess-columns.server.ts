import {
  fieldsOf,
  LEAD_AFFILIATE,
  LEAD_STATUS,
  LOST_REASON,
  type Columns,
  type ImportFieldName,
  type ImportFields,
  type ImportKind,
} from "~/domain/imports/import-run";
import { emailAddress } from "~/domain/shared/fields";
import { languages, loadTexts } from "~/i18n/languages";
import { contactTitles, type Title } from "../exports/contact-columns";

/** The titles of each field's columns in our own files; none where they have no such column. */
const exported: { [K in ImportKind]: Record<ImportFields[K], readonly Title[]> } = {
  leads: {
    ...(Object.fromEntries(
      Object.entries(contactTitles).map(([name, title]) => [name, [title]]),
    ) as unknown as Record<keyof typeof contactTitles, readonly Title[]>),
    [LEAD_AFFILIATE]: ["affiliate_id", "affiliate"],
    [LEAD_STATUS]: ["status"],
    [LOST_REASON]: [],
  },
  affiliates: { name: ["affiliate"], email: ["email"] },
};

const partners =
  "affiliate, partner, vertriebspartner, referrer, vermittler, empfehler, tippgeber, apporteur, partenaire, affilié, afiliado, socio".split(
    ", ",
  );
/** What is said of a partner in a title: "Affiliate E-Mail", "E-Mail des Partners", "e-mail du partenaire". */
const ofPartner = (words: string) =>
  words
    .split(", ")
    .flatMap((word) =>
      partners.flatMap((partner) => [
        `${partner} ${word}`,
        `${word} ${partner}`,
        `${word} des ${partner}s`,
        `${word} du ${partner}`,
        `${word} del ${partner}`,
      ]),
    );

/** What columns are called elsewhere: in other programs' files, in four languages, and as the fields are called here. */
const known: Record<ImportFieldName, string> = {
  company_name:
    "company name, company, organisation, organization, organization name, account, account name, company account, associated company, unternehmen, unternehmensname, firma, firmenname, kunde, société, nom de l'entreprise, raison sociale, entreprise, empresa, nombre de la empresa, compañía",
  contact_person:
    "contact, contact name, contact person, full name, display name, person name, lead name, name, kontakt, kontaktname, kontaktperson, ansprechpartner, ansprechpartnerin, anzeigename, vor- und nachname, vollständiger name, nom du contact, nom complet, personne de contact, contacto, persona de contacto, nombre completo, nombre",
  email:
    "email, mail, email address, email adresse, mailadresse, adresse email, adresse mail, courriel, correo, correo electrónico, email 1, email 1 value, email work, person email, person email work, business email, primary email",
  phone:
    "phone number, phone, telephone, tel, phone 1 value, business phone, work phone, person phone, person phone work, telefonnummer, telefon, telefon geschäftlich, rufnummer, mobile, mobile phone, mobile phone number, handy, mobil, mobiltelefon, numéro de téléphone, tél, portable, teléfono, móvil",
  notes:
    "notes, note, comment, comments, description, message, notiz, notizen, bemerkung, bemerkungen, kommentar, nachricht, remarques, commentaire, nota, comentario, comentarios",
  affiliate: `${partners.join(", ")}, source`,
  status:
    "lead status, status, stage, lead stage, deal stage, lifecycle stage, phase, statut, étape, estado, etapa, leadstatus",
  lost_reason:
    "lost reason, closed lost reason, deal lost reason, reason lost, verlustgrund, grund, raison de la perte, motif, motivo de pérdida, motivo",
  name: `full name, affiliate name, name, ${ofPartner("name, nom, nombre").join(", ")}, partner, partnername, vor- und nachname, vollständiger name, nom, nom complet, nombre, nombre completo, contact name, ansprechpartner`,
};

/** Parts of a name, in the order in which they are read. */
const nameParts = [
  "first name, firstname, given name, vorname, prénom, nombre, nombre de pila",
  "middle name, additional name, weitere vornamen, zweiter vorname, deuxième prénom, segundo nombre",
  "last name, lastname, surname, family name, nachname, familienname, name, nom, nom de famille, apellido, apellidos",
] as const;

const plain = (title: string) =>
  title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/\be mail/g, "email")
    .trim();

/** Which columns are probably which fields, by their titles and, for the e-mail address, by what stands in them. */
export async function guessColumns(
  kind: ImportKind,
  header: readonly string[],
  sample: readonly string[][],
): Promise<Columns> {
  const texts = await Promise.all(languages.map(loadTexts));
  const titles = header.map(plain);
  const columns: Record<string, number[]> = {};
  const isFree = (column: number) => !Object.values(columns).flat().includes(column);
  const find = (names: readonly string[]): number[] => {
    const wanted = new Set(names.map(plain));
    const column = titles.findIndex((title, index) => title !== "" && wanted.has(title) && isFree(index));
    return column < 0 ? [] : [column];
  };
  const take = (field: string, found: readonly number[]) => {
    if (found.length > 0 && !(field in columns)) columns[field] = [...new Set(found)];
  };
  const fields = fieldsOf(kind).map(({ name }) => name);
  const own: Partial<Record<ImportFieldName, readonly Title[]>> = exported[kind];
  const ownTitles = (title: Title) => texts.map(({ exports }) => exports.columns[title]);
  // A lead's affiliate may be named several times: the address and the id say it exactly.
  if (kind === "leads") {
    take(LEAD_AFFILIATE, [
      ...find(ofPartner("email, mail, email adresse, correo")),
      ...(own[LEAD_AFFILIATE] ?? []).flatMap((title) => find(ownTitles(title))),
      ...find([...partners, ...ofPartner("name, nom, nombre")]),
    ]);
  } else {
    take("email", find(ofPartner("email, mail, email adresse, correo")));
  }
  // What our own files say counts before what others do: there "Affiliate" is the name of the affiliate.
  for (const field of fields) take(field, find([...(own[field] ?? []).flatMap(ownTitles), field]));
  // "Name" beside a first name is the last one.
  const parts = nameParts.map((names) => find(names.split(", ")));
  if (parts[0]!.length > 0 && parts[2]!.length > 0)
    take(kind === "leads" ? "contact_person" : "name", parts.flat());
  for (const field of fields) take(field, find(known[field].split(", ")));
  if (!("email" in columns)) {
    const share = (column: number) =>
      sample.filter((cells) => emailAddress.safeParse(cells[column]?.slice(0, 300) ?? "").success).length;
    const column = header.findIndex((_, index) => isFree(index) && share(index) * 2 > sample.length);
    if (column >= 0) columns["email"] = [column];
  }
  return columns;
}
