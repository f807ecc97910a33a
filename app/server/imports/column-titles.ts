import type { ImportFieldName } from "~/domain/imports/import-run";

// Column titles in files of other programs, in four languages, normalized as `plain` does.

/** Normalizes a title for comparison: lower case, without accents, hyphens and brackets. */
export const plain = (title: string): string =>
  title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

export type TitledField = Exclude<ImportFieldName, "affiliate" | "contact_person" | "name">;

/** Titles of fields that occupy one column. Names and affiliates are found by rules (guess-columns.server.ts). */
export const knownTitles: Record<TitledField, string> = {
  company_name:
    "company, company name, company account, associated company, primary associated company, organisation, organization, organisation name, organization name, organization 1 name, account, account name, employer, unternehmen, unternehmensname, firma, firmenname, organisationsname, organisation 1 name, kunde, kundenname, arbeitgeber, société, nom de la société, nom de l'entreprise, raison sociale, entreprise, organisme, compte, nom du compte, empresa, nombre de la empresa, nombre de empresa, compañía, organización, nombre de la organización, cuenta, nombre de la cuenta, razón social, entidad",
  email:
    "email, e-mail, e mail, mail, email address, e-mail address, emails, e-mail-adresse, emailadresse, mailadresse, e-mail adresse, adresse e-mail, adresse mail, adresse email, adresse de messagerie, adresse électronique, courriel, correo, correo electrónico, dirección de correo, dirección de correo electrónico, dirección de email",
  phone:
    "phone, phone number, telephone, telephone number, tel, tel., business phone, work phone, office phone, company phone, main phone, telefon, telefonnummer, telefon geschäftlich, telefon (geschäftlich), telefon firma, rufnummer, festnetz, téléphone, numéro de téléphone, tél, tél., téléphone (bureau), téléphone bureau, téléphone professionnel, teléfono, número de teléfono, teléfono del trabajo, teléfono de trabajo, mobile, mobile phone, mobile phone number, mobile number, cell, cell phone, handy, handynummer, mobil, mobiltelefon, mobilnummer, mobiltelefonnummer, portable, mobile (tél), tél. mobile, téléphone mobile, téléphone portable, móvil, teléfono móvil, celular",
  notes:
    "notes, note, comment, comments, description, message, remarks, lead note, deal note, notiz, notizen, bemerkung, bemerkungen, anmerkung, anmerkungen, kommentar, kommentare, beschreibung, nachricht, mitteilung, remarque, remarques, commentaire, commentaires, observations, nota, notas, comentario, comentarios, observaciones, descripción, mensaje",
  status:
    "status, lead status, leadstatus, deal status, lifecycle stage, lifecyclephase, lifecycle-phase, lebenszyklusphase, stage, phase, statut, statut du lead, état, étape, phase du cycle de vie, estado, estado del lead, etapa, etapa del ciclo de vida",
  deal: "deal, deal name, deal title, opportunity, opportunity name, project, auftrag, projekt, dealname, geschäft, affaire, nom de l'affaire, projet, transaction, negocio, nombre del negocio, proyecto, oportunidad, operación",
  deal_id: "deal id, dealid, id du deal, id del deal, id de l'affaire, deal nummer",
  payment_id: "payment id, zahlungs id, id du paiement, id del pago, commission id, provisions id",
  month:
    "month, period, billing period, service month, monat, leistungsmonat, abrechnungsmonat, zeitraum, abrechnungszeitraum, leistungszeitraum, mois, période, période de facturation, mes, periodo, período, periodo de facturación",
  paid_on:
    "customer paid on, customer has paid on, date paid, paid at, payment date, date of payment, payment received, paid on, kunde hat bezahlt am, kunde bezahlt am, bezahlt am, gezahlt am, zahlungsdatum, datum der zahlung, zahlungseingang, zahltag, eingegangen am, buchungstag, buchungsdatum, valuta, client a payé le, payé le, payée le, date de paiement, date du paiement, date de règlement, réglé le, encaissé le, cliente pagó el, pagado el, fecha de pago, fecha del pago, cobrado el, fecha de cobro",
  amount:
    "amount paid, paid amount, amount received, payment amount, paid, amount, gezahlter betrag, bezahlter betrag, betrag gezahlt, zahlbetrag, zahlungsbetrag, zahlung, betrag, umsatz, montant payé, montant réglé, montant encaissé, montant du paiement, montant, importe pagado, importe cobrado, importe del pago, importe, monto",
  currency: "currency, currency code, währung, waehrung, währungscode, devise, monnaie, moneda, divisa",
  invoice_number:
    "invoice number, invoice no, invoice, invoice id, document number, rechnungsnummer, rechnungsnr, rechnung nr, rechnung, belegnummer, beleg nr, numéro de facture, n° de facture, n° facture, facture, número de factura, n.º de factura, nº de factura, factura",
  invoiced_on:
    "invoice date, date of invoice, invoiced on, document date, rechnungsdatum, datum der rechnung, belegdatum, date de facture, date de la facture, date de facturation, fecha de factura, fecha de la factura, fecha de facturación",
  responsible:
    "responsible, responsible member, owner, lead owner, deal owner, contact owner, account owner, assigned to, assignee, sales rep, zuständig, zuständigkeit, zuständiges mitglied, verantwortlich, bearbeiter, bearbeiterin, besitzer, leadbesitzer, inhaber, responsable, propriétaire, propriétaire du lead, attribué à, chargé de compte, propietario, propietario del lead, asignado a, encargado",
  next_step:
    "next step, next action, next activity, next task, follow up, to do, todo, nächster schritt, nächste aktion, nächste aufgabe, wiedervorlage, aufgabe, prochaine étape, prochaine action, prochaine tâche, relance, próximo paso, próxima acción, próxima tarea, seguimiento",
  next_step_on:
    "next step on, next step date, next action date, next activity date, next task date, follow up date, due date, day of the next step, nächster schritt am, tag des nächsten schritts, datum nächster schritt, wiedervorlage am, wiedervorlagedatum, fällig am, prochaine étape le, jour de la prochaine étape, date de la prochaine étape, date de relance, próximo paso el, día del próximo paso, fecha del próximo paso, fecha de seguimiento",
  lost_reason:
    "lost reason, reason lost, loss reason, closed lost reason, reason for loss, unqualified reason, verlustgrund, grund, grund des verlusts, grund für verlust, ablehnungsgrund, verloren weil, motif, motif de perte, motif de la perte, raison de la perte, raison, motivo, motivo de pérdida, motivo de la pérdida, razón de pérdida",
};

/** Parts of a name in separate columns. The last ones count only if another column has the other part. */
export const firstNames = words(
  "first name, firstname, given name, forename, vorname, prénom, prénoms, nombre de pila, primer nombre, nombre propio",
);
export const middleNames = words(
  "middle name, additional name, weitere vornamen, zweiter vorname, deuxième prénom, segundo nombre",
);
export const lastNames = words(
  "last name, lastname, family name, surname, nachname, familienname, zuname, nom de famille, apellido, apellidos, primer apellido",
);
export const firstNamesBesideLast = words("nombre, nombres");
export const lastNamesBesideFirst = words("name, nom");

/** The whole name in one column. */
export const wholeNames = words(
  "full name, display name, contact, contact name, contact person, contact full name, file as, ansprechpartner, ansprechpartnerin, ansprechperson, kontakt, kontaktperson, kontaktname, vollständiger name, vor- und nachname, name und vorname, nom complet, nom du contact, interlocuteur, interlocutrice, personne de contact, contacto, persona de contacto, nombre completo, nombre del contacto, nombre y apellidos",
);
/** Weaker titles of the whole name, used if no better one exists. */
export const namesAlone = words("name, nom, nombre");

/** Words for an affiliate. A title matches if it contains one and otherwise only a kind of value. */
export const affiliateWords = words(
  "affiliate, affiliates, affiliatepartner, partner, partners, partnerin, vertriebspartner, vermittler, vermittlers, vermittlerin, empfehler, empfehlers, tippgeber, tippgebers, werber, referrer, referral, referred, referring, apporteur, apporteurs, affilié, affiliés, affiliée, partenaire, partenaires, prescripteur, afiliado, afiliada, afiliados, socio, socia, colaborador, prescriptor, recomendador, empfohlen, geworben, vermittelt, recommandé, recomendado, source",
);
/** Kinds of values of an affiliate in a column, the most reliable first. */
export const affiliateKinds = {
  id: words("id, nr, nummer, number, uuid"),
  email: words("email, e, mail, mailadresse, emailadresse, courriel, correo, electrónico, messagerie"),
  name: words("name, names, nom, nombre"),
};
export const betweenWords = words(
  "adresse, address, dirección, direccion, de, des, der, du, del, la, le, l, d, of, by, von, durch, vom, par, por, the, record, contact, s",
);
/** Compounds whose parts are compared separately. */
export const compounds = /^(affiliate|partner|vermittler|empfehler|tippgeber)(id|email|mail|name)$/;

/** Words around a title that only qualify it: "Person - Email - Work", "Phone 1 - Value". */
export const aroundTitle = words(
  "person, persona, personne, contact, contacto, kontakt, lead, leads, deal, primary, work, business, office, geschäftlich, arbeit, 1, value, wert, valeur, valor, haupt, main, principal",
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(", ").map(plain));
}
