import { DomainError } from "./errors";

// Names appear in emails to strangers. A web address or phone number in a name would be a message of its own, so it is
// rejected. This catches typical cases only; emails do not link names either (app/platform/mail/unlinked.ts).

const LETTER = String.raw`[\p{L}\p{N}]`;

/** Domain endings that names seldom have after a full stop: "Co.KG" and "Dr.No" are not addresses. */
const ENDINGS =
  "com|net|org|info|biz|eu|de|at|ch|li|lu|fr|es|it|nl|be|pl|cz|dk|se|fi|pt|gr|ie|uk|us|ca|au|br|mx|in|jp|cn|ru|рф|ua|tr|io|ai|ly|gl|gg|cc|tv|tk|ml|ga|cf|gq|app|dev|shop|store|online|site|website|web|page|blog|link|click|xyz|top|win|vip|icu|club|live|cloud|pro|buzz|rest|example";
const DOMAIN = new RegExp(
  // The last label before the ending: looking for all labels would take quadratic time.
  String.raw`(?<!${LETTER})${LETTER}[\p{L}\p{N}-]{0,62}[.\u3002\uff0e\uff61](?:${ENDINGS})(?!${LETTER})`,
  "iu",
);
const ADDRESS = new RegExp(
  // A scheme, "www.", a path after a host, or an email address (from its last "@").
  String.raw`:[/\\]{2}|(?<!${LETTER})www[.\u3002\uff0e\uff61]|${LETTER}\.\p{L}{2,}[/\\?#]\S|\S@[^\s@]+\.\p{L}{2,}`,
  "iu",
);

/** Digits with the separators of phone numbers. */
const NUMBER = /(?<![\p{L}\p{N}])(?:\+\s?)?\(?\p{Nd}[\p{Nd}\s()./-]{5,}\p{Nd}(?![\p{L}\p{N}])/gu;
/** A country or area code at the start (at most 15 digits by E.164). */
const CODE_FIRST = /^(?:\+|\(?0)/;
const WITH_CODE = { fewest: 7, most: 15 };
/** Longer than years and house numbers, shorter than article numbers and timestamps. */
const WITHOUT_CODE = { fewest: 9, most: 12 };

/** Legal forms after a company's name. */
const LEGAL_FORMS =
  /(?<![\p{L}\p{N}])(?:gmbh|ggmbh|ag|se|kg|ohg|gbr|ug|e\.?k|e\.?v|mbh|co|inc|ltd|llc|llp|plc|limited|sarl|sas|sasu|eurl|sa|sl|slu|srl|bv|nv)(?![\p{L}\p{N}])|[\s.,&()+]+$|^[\s(]+/giu;

/**
 * Returns whether a name contains a web address, email address or phone number. A name that is only the domain of the
 * person's own address is allowed, because companies have such names.
 * @param emails addresses of the named person, in normal form
 */
export function hasContact(name: string, emails: readonly string[] = []): boolean {
  const text = name.normalize("NFKC");
  if (ADDRESS.test(text) || hasNumber(text)) return true;
  return DOMAIN.test(text) && !isOwnDomain(text, emails);
}

/** Throws `name_has_contact` for a name that {@link hasContact}; `field` is the form's field. */
export function refuseContact(name: string, field: string, emails: readonly string[]): void {
  if (hasContact(name, emails)) throw new DomainError("name_has_contact", {}, field);
}

function hasNumber(text: string): boolean {
  return [...text.matchAll(NUMBER)].some(([number]) => {
    const digits = number.replace(/\P{Nd}/gu, "").length;
    const { fewest, most } = CODE_FIRST.test(number) ? WITH_CODE : WITHOUT_CODE;
    return digits >= fewest && digits <= most;
  });
}

function isOwnDomain(text: string, emails: readonly string[]): boolean {
  let rest = text.toLowerCase();
  for (let before = ""; before !== rest;) {
    before = rest;
    rest = rest.replace(LEGAL_FORMS, "");
  }
  return emails.some((email) => `.${email.slice(email.lastIndexOf("@") + 1)}`.endsWith(`.${rest}`));
}
