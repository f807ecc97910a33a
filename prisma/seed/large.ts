import { seededRandom } from "./demo-context";
import {
  lead,
  monthly,
  once,
  type DemoAffiliate,
  type DemoDeal,
  type DemoLead,
  type DemoOrganization,
  type DemoPerson,
  type DemoTerms,
} from "./demo-organization";

const AFFILIATES = 41;
const LEADS = 560;
const FOUNDED = 250;

// Their lengths have no common factor with each other, so that pairs repeat late.
// oxfmt-ignore
const firstNames = [
  "Anja", "Bastian", "Clara", "David", "Esra", "Felix", "Greta", "Hannes", "Ida", "Jonas", "Katrin", "Leon", "Mira",
  "Nils", "Olga", "Philipp", "Ronja", "Sebastian", "Theresa", "Uwe", "Vera", "Wiebke", "Yasmin",
] as const;
// oxfmt-ignore
const lastNames = [
  "Ahrens", "Beckmann", "Claasen", "Dietrich", "Eilers", "Fischer", "Grothe", "Hinrichs", "Ilgner", "Jansen", "Köhler",
  "Lüders", "Martens", "Nowak", "Oltmanns", "Petersen", "Quast", "Reimers", "Schröder", "Thomsen", "Ullrich", "Voigt",
  "Wagner", "Yılmaz", "Zander", "von der Heide", "Ziegler",
] as const;
// oxfmt-ignore
const companyNames = [
  "Alster", "Borkum", "Cuxhaven", "Deichland", "Eider", "Fährhaus", "Greifswalder", "Husumer", "Inselblick", "Jade",
  "Kehrwieder", "Leuchtturm", "Marschen", "Nordsee", "Ostwind", "Priel", "Quellental", "Reetdach", "Schlei", "Trave",
  "Uferstraße", "Vierlanden", "Wattenmeer", "Warftenhof", "Ziegelei", "Förde", "Elbtor", "Moorfleet", "Störtebeker",
] as const;
// oxfmt-ignore
const companyKinds = [
  "Bäckerei", "Zahnarztpraxis", "Logistik GmbH", "Software AG", "Tischlerei", "Immobilien GmbH", "Apotheke", "Hotel",
  "Steuerberatung", "Fahrradwerkstatt", "Maschinenbau GmbH & Co. KG", "Catering", "Verlag", "Energie eG", "Optik",
  "Physiotherapie", "Weinhandel", "Architekten", "Feinkost", "Sprachschule", "Solartechnik",
] as const;
// oxfmt-ignore
const works = [
  "Website-Relaunch", "SEO-Betreuung", "Onlineshop", "Social Media", "Newsletter", "Fotoproduktion", "Markenauftritt",
  "Anzeigen", "Wartung", "Buchungssystem",
] as const;

const ascii = (name: string) =>
  name
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => ({ ä: "ae", ö: "oe", ü: "ue" })[letter] ?? "ss")
    .replaceAll("ı", "i")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

const nameOf = (index: number) =>
  `${firstNames[index % firstNames.length]} ${lastNames[(index * 7) % lastNames.length]}`;

/** Returns an agency of a size at which lists have many pages. The same in every run. */
export function largeOrganization(): DemoOrganization {
  const random = seededRandom("large");
  const affiliates = Array.from({ length: AFFILIATES }, (_, index) => affiliateAt(index, random));
  const submitters = affiliates.filter(({ invited }) => !invited);
  return {
    name: "Elbkontor Digital GmbH",
    timeZone: "Europe/Berlin",
    founded: FOUNDED,
    owner: { name: "Nadja Behrens", email: "nadja@elbkontor.example", language: "de" },
    payer: {
      legal_name: "Elbkontor Digital GmbH",
      street: "Am Sandtorkai",
      house_number: "30",
      postal_code: "20457",
      town: "Hamburg",
      country: "DE",
      vat_id: "DE136695976",
      cadence: "monthly",
      pay_day: "15",
      minimum_amount: "25",
    },
    members: [{ name: "Malte Osterloh", email: "malte@elbkontor.example", language: "de" }],
    affiliates,
    leads: [
      ...Array.from({ length: LEADS }, (_, index) => leadAt(index, submitters, random)),
      ...submitters.map((affiliate, index) => unpaidLead(LEADS + index, affiliate)),
      ...sameLead(LEADS + submitters.length, submitters),
    ],
    notes: ["Bitte erst ab 10 Uhr anrufen.", "Budget ist freigegeben.", "Vergleicht noch zwei Angebote."],
    lostReasons: ["Hat sich für einen anderen Anbieter entschieden.", "Das Projekt ist verschoben."],
    phones: ["+49 40 66969 1", "+49 30 23125 0"],
    receipts: "https://belege.elbkontor.example",
  };
}

type Random = ReturnType<typeof seededRandom>;

function affiliateAt(index: number, random: Random): DemoAffiliate {
  const name = nameOf(index);
  const joined = FOUNDED - 2 - random.between(0, 60);
  const person: DemoPerson = { name, email: `${ascii(name)}@partner-${index + 1}.example`, language: "de" };
  const invited = index % 10 === 9;
  if (invited) return { person, joined: random.between(1, 20), invited, terms: [] };
  const terms = random.pick<Omit<DemoTerms, "daysAgo">>([
    { cadence: "monthly", currency: "EUR", percent: "10" },
    { cadence: "monthly", currency: "EUR", percent: "12,5" },
    { cadence: "monthly", currency: "EUR", percent: "8", fixed: "150" },
    { cadence: "quarterly", currency: "EUR", percent: "15" },
    { cadence: "ad-hoc", currency: "EUR", fixed: "250" },
    { cadence: "monthly", currency: "EUR", percent: "10", paidPlusDays: 14 },
    { cadence: "quarterly", currency: "CHF", percent: "9" },
  ]);
  return {
    person,
    joined,
    terms: [{ daysAgo: joined, ...terms }],
    ...(index % 15 === 7 && { leftDaysAgo: 2 }),
    ...(random.chance(70) && {
      payee: {
        legal_name: name,
        street: "Hafenstraße",
        house_number: `${index + 1}`,
        postal_code: "20457",
        town: "Hamburg",
        country: "DE",
        tax_status: "small_business",
        // One in five cannot be paid yet.
        ...(index % 5 !== 0 && { tax_number: `46/${101 + index}/00001` }),
      },
      account: { iban: ibanAt(index) },
      agreed: true,
    }),
  };
}

/** Returns a German account number with its check digits, another one for every index. */
function ibanAt(index: number): string {
  const account = `37040044${String(532_013_000 + index).padStart(10, "0")}`;
  // "DE00" at the end, its letters as numbers.
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, "0")}${account}`;
}

/** Returns a company and its contact. */
function companyAt(index: number) {
  // One number of each list for every index, because 29 and 21 have no common factor.
  const company = `${companyNames[index % companyNames.length]} ${companyKinds[index % companyKinds.length]}`;
  const contact = nameOf(index * 5 + 3);
  return { company, contact, email: `${ascii(contact)}@${ascii(company)}.example` };
}

function leadAt(index: number, affiliates: readonly DemoAffiliate[], random: Random): DemoLead {
  const by = affiliates[random.between(0, affiliates.length - 1)]!;
  const { company, contact, email } = companyAt(index);
  const daysAgo = Math.floor(((LEADS - 1 - index) / LEADS) * (by.joined - 5));
  return lead(daysAgo, by.person, company, contact, email, outcomeOf(daysAgo, by, random));
}

/** Returns a lead won a month ago, so that each affiliate has something due or waiting for the customer. */
function unpaidLead(index: number, { person, terms }: DemoAffiliate): DemoLead {
  const { company, contact, email } = companyAt(index);
  const deal = once(10, works[index % works.length]!, `${(index % 9) + 12}00`, terms[0]!.currency);
  return lead(40 - (index % 9), person, company, contact, email, deal);
}

/** Returns a lead that two affiliates have submitted, and about which the first one waits for an answer. */
function sameLead(index: number, [first, second]: readonly DemoAffiliate[]): DemoLead[] {
  const { company, contact, email } = companyAt(index);
  const question = "Wann passt der Kundin ein Termin?";
  const answer = "Am Donnerstag ab 14 Uhr. Soll ich dabei sein?";
  return [
    { ...lead(2, first!.person, company, contact, email, "new"), messages: { question, answer } },
    lead(1, second!.person, company, contact, email, "new"),
  ];
}

function outcomeOf(daysAgo: number, by: DemoAffiliate, random: Random): DemoLead["outcome"] {
  const isYoung = daysAgo < 30;
  const roll = random.between(1, 100);
  if (daysAgo < 3 || (isYoung && roll > 60)) return "new";
  if (isYoung || roll > 82) return random.pick(["new", "contacted", "qualified", "qualified"]);
  if (roll > 55) return "lost";
  return dealOf(by.terms[0]!, random);
}

function dealOf({ currency, paidPlusDays }: DemoTerms, random: Random): DemoDeal {
  // Commissions that wait for the customer cannot be paid yet.
  const waits = paidPlusDays !== undefined;
  const after = random.between(6, 28);
  const work = random.pick(works);
  if (random.chance(40)) {
    const months = random.pick([6, 12]);
    const due = waits ? months : random.between(0, 2);
    return monthly(after, work, `${random.between(3, 18) * 50}`, currency, months, due);
  }
  const amount = `${random.between(12, 190) * 100}`;
  return once(after, work, amount, currency, random.chance(70) && !waits ? random.between(1, 20) : undefined);
}
