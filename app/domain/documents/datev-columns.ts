/** A column of a DATEV file. Text stands in quotes, also when it is empty; numbers and dates do not. */
export interface DatevColumn {
  name: string;
  isText: boolean;
}

/** Reads a list of names that are separated by semicolons. A leading "#" marks numbers and dates. */
const columnsOf = (lists: readonly string[]): readonly DatevColumn[] =>
  lists
    .join(";")
    .split(";")
    .map((name) => ({ name: name.replace("#", ""), isText: !name.startsWith("#") }));

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const numbered = (name: string, count: number) => upTo(count).map((number) => `${name} ${number}`);
const pairs = (one: string, other: string, count: number) =>
  upTo(count).map((number) => `${one} ${number};${other} ${number}`);
/** The columns of bank accounts. */
const banks = (first: number, last: number) =>
  upTo(last)
    .slice(first - 1)
    .map((number) =>
      [
        "Bankleitzahl",
        "Bankbezeichnung",
        "Bank-Kontonummer",
        "Länderkennzeichen",
        "IBAN-Nr.",
        "Leerfeld",
        "SWIFT-Code",
        "Abw. Kontoinhaber",
        "Kennz. Hauptbankverb.",
      ]
        .map((name) => (name === "Leerfeld" ? name : `${name} ${number}`))
        .concat(`#Bankverb ${number} Gültig von`, `#Bankverb ${number} Gültig bis`)
        .join(";"),
    );

/** The 125 columns of bookings: format category 21 ("Buchungsstapel"), version 13. */
export const bookingColumns = columnsOf([
  "#Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;#Kurs;#Basis-Umsatz;WKZ Basis-Umsatz",
  "#Konto;#Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;#Belegdatum;Belegfeld 1;Belegfeld 2;#Skonto",
  "Buchungstext;#Postensperre;Diverse Adressnummer;#Geschäftspartnerbank;#Sachverhalt;#Zinssperre;Beleglink",
  ...pairs("Beleginfo - Art", "Beleginfo - Inhalt", 8),
  "KOST1 - Kostenstelle;KOST2 - Kostenstelle;#Kost-Menge;EU-Land u. UStID (Bestimmung)",
  "#EU-Steuersatz (Bestimmung);Abw. Versteuerungsart;#Sachverhalt L+L;#Funktionsergänzung L+L",
  "#BU 49 Hauptfunktionstyp;#BU 49 Hauptfunktionsnummer;#BU 49 Funktionsergänzung",
  ...pairs("Zusatzinformation - Art", "Zusatzinformation- Inhalt", 20),
  "#Stück;#Gewicht;#Zahlweise;Forderungsart;#Veranlagungsjahr;#Zugeordnete Fälligkeit;#Skontotyp",
  "Auftragsnummer;Buchungstyp;#USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen)",
  "#Sachverhalt L+L (Anzahlungen);#EU-Steuersatz (Anzahlungen);#Erlöskonto (Anzahlungen);Herkunft-Kz",
  "Buchungs GUID;#KOST-Datum;SEPA-Mandatsreferenz;#Skontosperre;Gesellschaftername;#Beteiligtennummer",
  "Identifikationsnummer;Zeichnernummer;#Postensperre bis;Bezeichnung SoBil-Sachverhalt",
  "#Kennzeichen SoBil-Buchung;#Festschreibung;#Leistungsdatum;#Datum Zuord. Steuerperiode;#Fälligkeit",
  "Generalumkehr (GU);#Steuersatz;Land;Abrechnungsreferenz;#BVV-Position;EU-Land u. UStID (Ursprung)",
  "#EU-Steuersatz (Ursprung);#Abw. Skontokonto",
]);

/** The 254 columns of creditors: format category 16 ("Debitoren/Kreditoren"), version 5. */
export const creditorColumns = columnsOf([
  "#Konto;Name (Adressattyp Unternehmen);Unternehmensgegenstand;Name (Adressattyp natürl. Person)",
  "Vorname (Adressattyp natürl. Person);Name (Adressattyp keine Angabe);Adressattyp;Kurzbezeichnung;EU-Land",
  "EU-UStID;Anrede;Titel/Akad. Grad;Adelstitel;Namensvorsatz;Adressart;Straße;Postfach;Postleitzahl;Ort",
  "Land;Versandzusatz;Adresszusatz;Abweichende Anrede;Abw. Zustellbezeichnung 1;Abw. Zustellbezeichnung 2",
  "#Kennz. Korrespondenzadresse;#Adresse Gültig von;#Adresse Gültig bis;Telefon;Bemerkung (Telefon)",
  "Telefon GL;Bemerkung (Telefon GL);E-Mail;Bemerkung (E-Mail);Internet;Bemerkung (Internet);Fax",
  "Bemerkung (Fax);Sonstige;Bemerkung (Sonstige)",
  ...banks(1, 5),
  "Leerfeld;Briefanrede;Grußformel;Kunden-/Lief.-Nr.;Steuernummer;Sprache;Ansprechpartner;Vertreter",
  "Sachbearbeiter;#Diverse-Konto;#Ausgabeziel;Währungssteuerung;#Kreditlimit (Debitor);#Zahlungsbedingung",
  "#Fälligkeit in Tagen (Debitor);#Skonto in Prozent (Debitor);#Kreditoren-Ziel 1 Tg.",
  "#Kreditoren-Skonto 1 %;#Kreditoren-Ziel 2 Tg.;#Kreditoren-Skonto 2 %;#Kreditoren-Ziel 3 Brutto Tg.",
  "#Kreditoren-Ziel 4 Tg.;#Kreditoren-Skonto 4 %;#Kreditoren-Ziel 5 Tg.;#Kreditoren-Skonto 5 %;#Mahnung",
  "#Kontoauszug;#Mahntext 1;#Mahntext 2;#Mahntext 3;#Kontoauszugstext;#Mahnlimit Betrag;#Mahnlimit %",
  "#Zinsberechnung;#Mahnzinssatz 1;#Mahnzinssatz 2;#Mahnzinssatz 3;Lastschrift;Leerfeld;#Mandantenbank",
  "Zahlungsträger",
  ...numbered("Indiv. Feld", 15),
  "Abweichende Anrede (Rechnungsadresse);Adressart (Rechnungsadresse);Straße (Rechnungsadresse)",
  "Postfach (Rechnungsadresse);Postleitzahl (Rechnungsadresse);Ort (Rechnungsadresse)",
  "Land (Rechnungsadresse);Versandzusatz (Rechnungsadresse);Adresszusatz (Rechnungsadresse)",
  "Abw. Zustellbezeichnung 1 (Rechnungsadresse);Abw. Zustellbezeichnung 2 (Rechnungsadresse)",
  "#Adresse Gültig von (Rechnungsadresse);#Adresse Gültig bis (Rechnungsadresse)",
  ...banks(6, 10),
  "Nummer Fremdsystem;#Insolvent",
  ...numbered("SEPA-Mandatsreferenz", 10),
  "Verknüpftes OPOS-Konto;#Mahnsperre bis;#Lastschriftsperre bis;#Zahlungssperre bis;#Gebührenberechnung",
  "#Mahngebühr 1;#Mahngebühr 2;#Mahngebühr 3;#Pauschalenberechnung;#Verzugspauschale 1;#Verzugspauschale 2",
  "#Verzugspauschale 3;Alternativer Suchname;#Status;#Anschrift manuell geändert (Korrespondenzadresse)",
  "Anschrift individuell (Korrespondenzadresse);#Anschrift manuell geändert (Rechnungsadresse)",
  "Anschrift individuell (Rechnungsadresse);#Fristberechnung bei Debitor;#Mahnfrist 1;#Mahnfrist 2",
  "#Mahnfrist 3;#Letzte Frist",
]);
