import { eventNames } from "~/domain/webhooks/events";
import type { Language } from "~/i18n/languages";

/**
 * Patterns forbidden in every language, after each placeholder was replaced by "0". Dashes are only allowed in titles
 * and ranges.
 */
const everywhere = [/ {2}|^ | $/, /['"]/, /\.\.\./, /\s-\s|—/, /(?<!\d) – (?![\d„“«])/];

/** In French, "deal" is only allowed in code and in event names. */
const verbs = eventNames.map((name) => name.split(".")[1]).join("|");
const exceptEvents = new RegExp(`(?<!\`)\\bdeals?\\b(?!\`|\\.(${verbs}))`, "i");

/** A number and its unit must stay on one line. */
const unit = /\d (?:KiB|Kio|MB|Mo|ms|s|min|h)(?![\p{L}\d’])/u;

/** Forbidden spellings and terms per language, so that each thing has one name. */
export const unwanted: Record<Language, RegExp[]> = {
  en: [
    ...everywhere,
    unit,
    /[„«»]/,
    /\s…/,
    /\s[%;:!?]/,
    /\be-mails?\b|\bmails?\b(?! server)/i,
    /organis|recognis|cancelled|licence|colour/i,
    /contract terms(?! –)/i,
    /\bone-off\b|\bset-up\b/i,
    /\bany ?more\b/,
    /\bmarked (?:lost|paid)\b/,
    /\bturn(?:ed|ing)? (?:it |them )?(?:on|off)\b/i,
    /webhook address|\b(?:the|a|new|your) secret\b/i,
    /second factor is (?:on|off)|archive of/i,
  ],
  de: [
    ...everywhere,
    unit,
    /[”«»]/,
    /[^\u00a0]…/,
    /\d ?%/,
    /\s[;:!?]/,
    /(?<!E-)\bMail|\bEmail|e-mail/,
    /nächste Staffel|Staffel ab/,
    /gehören zu ihr/,
    /Vertragsbedingung|\bBedingungen/,
    /Inhaberin|\bOwner/,
    /Festbetrag|Gesamteinnahmen|Conversion-Rate/,
    /Unternehmen|Ansprechperson|Mitarbeiter/,
    /laufende[nrs]? (?:Deal|Vertrag)/,
    /Duplikat|\bReiter\b|Mitteilung|Geheimnis/,
    /versuchen Sie es .*noch einmal|kostenlose[nrs]? Test\b|Testtage/i,
    /hinterlegt|Doch nicht bezahlt/,
    /Wenn Sie das nicht waren|Passwort setzen|setzen Sie .*Passwort|Sehen Sie in Ihr Postfach/,
    /(?:zuletzt|nicht) genutzt/i,
    /Archiv (?:der Organisation|erstellen|herunterladen)/,
  ],
  fr: [
    ...everywhere,
    unit,
    /[“”„]/,
    /\s…/,
    /(?<!e-)\bmails?\b|\bemail/i,
    /\breçus?\b/i,
    /\bunique\b/i,
    /clôture|conclusion|conclue/i,
    // Punctuation must not begin a line: narrow no-break space before ; ? ! and %, wide one before : and within « ».
    /(?<!\u202f)[;?!%]/,
    /(?<!\u00a0)(?:»|:(?!\/\/))/,
    /«(?!\u00a0)/,
    // Digit groups must be as Intl writes them.
    /\d[ \u00a0]\d{3}/,
    exceptEvents,
    /partage de revenus|remport|\bclés? d’API|réglages/i,
    /pour l’instant|veuillez réessayer/i,
    /(?<!\p{L})états?(?!\p{L}| actuel)/iu,
    /Voir les offres|une offre|faute de formule/,
    /\bowner\b|du personnel/i,
    /finalement non payée/i,
  ],
  es: [
    ...everywhere,
    unit,
    /[“”„]/,
    /\s…/,
    /\d ?%/,
    /\s[;:!?]/,
    /\be-?mail/i,
    /\brecibos?\b/i,
    /calific|califiq/i,
    /de ello\b/,
    /le paga\b/,
    /(?<!\p{L})[úu]nico/iu,
    exceptEvents,
    /comprobante|fichero|acuerdos/i,
    /período|divisa|\bajustes\b|(?<!re)petici/i,
    /se pudo|se pudieron|\bentrar\b/i,
    /reporta|vencid[oa]/i,
    /clave de acceso|\bowner\b|del personal/i,
    /finalmente no pagada|hasta las \d/i,
  ],
};
