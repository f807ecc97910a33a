import { sophie } from "./sophie";
import { lead, monthly, once, type DemoPerson, type DemoOrganization } from "./demo-organization";

const person = (name: string, email: string, language: DemoPerson["language"]) => ({ name, email, language });

const miriam = person("Miriam Vogel", "miriam@vogel-beratung.example", "de");
const lukas = person("Lukas Brandt", "lukas@brandt-digital.example", "de");
const urs = person("Urs Zimmermann", "urs@zimmermann-partner.example", "de");
const emily = person("Emily Carter", "emily@carter-growth.example", "en");
const henrik = person("Henrik Sörensen", "henrik@soerensen-it.example", "en");
const nele = person("Nele Hansen", "nele@hansen-netzwerk.example", "de");

/** An agency in Hamburg with seven affiliates. */
export const nordlicht: DemoOrganization = {
  name: "Nordlicht Media GmbH",
  timeZone: "Europe/Berlin",
  founded: 250,
  owner: person("Jana Petersen", "jana@nordlicht-media.example", "de"),
  payer: {
    legal_name: "Nordlicht Media GmbH",
    street: "Speicherstadt",
    house_number: "1",
    postal_code: "20457",
    town: "Hamburg",
    country: "DE",
    vat_id: "DE136695976",
    cadence: "monthly",
    pay_day: "15",
    minimum_amount: "25",
  },
  members: [person("Tobias Krüger", "tobias@nordlicht-media.example", "de")],
  affiliates: [
    {
      person: miriam,
      joined: 246,
      payee: {
        legal_name: "Miriam Vogel",
        company: "Vogel Beratung",
        street: "Lange Straße",
        house_number: "7",
        postal_code: "20095",
        town: "Hamburg",
        country: "DE",
        tax_status: "regular",
        vat_id: "DE136695976",
      },
      account: { iban: "DE89 3704 0044 0532 0130 00" },
      agreed: true,
      terms: [
        { daysAgo: 246, cadence: "monthly", currency: "EUR", percent: "10" },
        { daysAgo: 112, cadence: "monthly", currency: "EUR", percent: "12,5" },
        {
          daysAgo: 40,
          cadence: "monthly",
          currency: "EUR",
          paidPlusDays: 14,
          tiers: [
            ["0", "10"],
            ["25000", "12,5"],
            ["75000", "15"],
          ],
        },
      ],
    },
    {
      person: sophie,
      joined: 214,
      payee: {
        legal_name: "Sophie Marchand",
        company: "Marchand Conseil",
        street: "Rue des Lilas",
        house_number: "12",
        postal_code: "67000",
        town: "Strasbourg",
        country: "FR",
        tax_status: "eu_business",
        vat_id: "FR40303265045",
      },
      account: { iban: "FR14 2004 1010 0505 0001 3M02 606" },
      agreed: true,
      terms: [{ daysAgo: 214, cadence: "monthly", currency: "EUR", percent: "8", fixed: "150" }],
    },
    {
      person: lukas,
      joined: 241,
      payee: {
        legal_name: "Lukas Brandt",
        street: "Am Markt",
        house_number: "3",
        postal_code: "28195",
        town: "Bremen",
        country: "DE",
        tax_status: "small_business",
      },
      terms: [
        { daysAgo: 241, cadence: "ad-hoc", currency: "EUR", percent: "7,5" },
        { daysAgo: 205, cadence: "ad-hoc", currency: "EUR", fixed: "250" },
      ],
    },
    {
      person: urs,
      joined: 228,
      terms: [
        { daysAgo: 228, cadence: "quarterly", currency: "CHF", fixed: "300" },
        { daysAgo: 140, cadence: "quarterly", currency: "CHF", percent: "9", fixed: "180" },
        { daysAgo: 61, cadence: "quarterly", currency: "CHF", percent: "9", paidPlusDays: 0 },
      ],
    },
    {
      person: emily,
      joined: 190,
      terms: [{ daysAgo: 190, cadence: "monthly", currency: "USD", percent: "15" }],
    },
    {
      person: henrik,
      joined: 236,
      leftDaysAgo: 95,
      terms: [{ daysAgo: 236, cadence: "yearly", currency: "EUR", percent: "5" }],
    },
    {
      person: nele,
      joined: 6,
      invited: true,
      terms: [{ daysAgo: 6, cadence: "monthly", currency: "EUR", percent: "10" }],
    },
  ],
  // A table with one row per line.
  // oxfmt-ignore
  leads: [
    lead(240, miriam, "Bäckerei Hinrichsen", "Antje Hinrichsen", "antje@baeckerei-hinrichsen.example", once(15, "Website mit Bestellstrecke", "6.400,00", "EUR", 18)),
    lead(236, miriam, "Hafenlicht Optik", "Mehmet Yıldız", "yildiz@hafenlicht-optik.example", monthly(12, "Suchmaschinenanzeigen", "1.250,00", "EUR", 12, 1)),
    lead(231, lukas, "Elbtischlerei Knoop", "Friedrich Knoop", "knoop@elbtischlerei.example", once(20, "Fotografie und Katalog", "3.850,00", "EUR", 12)),
    lead(229, henrik, "Fjordline Logistics", "Ingrid Dahl", "ingrid.dahl@fjordline-logistics.example", once(25, "Brand refresh", "18,500.00", "EUR", 21)),
    lead(222, urs, "Alpenblick Hotels AG", "Reto Baumann", "reto.baumann@alpenblick-hotels.example", monthly(18, "Buchungsstrecke und Pflege", "2’100.00", "CHF", 12, 2)),
    lead(216, henrik, "Baltic Sails ApS", "Mette Kjær", "mette@baltic-sails.example", "lost"),
    lead(211, sophie, "Maison Bellerive", "Julien Perrin", "j.perrin@maison-bellerive.example", once(30, "Onlineshop auf Französisch", "9.200,00", "EUR", 14)),
    lead(204, lukas, "Kiezrad Fahrradwerkstatt", "Svenja Thomsen", "svenja@kiezrad.example", monthly(10, "Newsletter-Betreuung", "480,00", "EUR", 6, 0)),
    lead(198, miriam, "Praxis am Stadtpark", "Dr. Aylin Demir", "praxis@praxis-stadtpark.example", "lost"),
    lead(186, emily, "Brightwater Analytics Inc.", "Daniel Reyes", "daniel.reyes@brightwater.example", once(28, "Product video series", "14,000.00", "USD", 20)),
    lead(179, urs, "Zürisee Treuhand", "Nadja Keller", "n.keller@zuerisee-treuhand.example", once(22, "Corporate Design", "7’600.00", "CHF", 25)),
    lead(172, henrik, "Skagen Interiors", "Lars Holm", "lars@skagen-interiors.example", once(26, "Online shop relaunch", "11,200.00", "EUR", 19)),
    lead(166, sophie, "Vignobles Castel-Rey", "Élodie Castel", "elodie@castel-rey.example", monthly(21, "Contenus et réseaux sociaux", "900,00", "EUR", 12, 1)),
    lead(158, emily, "Northgate Robotics", "Priya Raman", "priya@northgate-robotics.example", monthly(24, "Performance marketing", "3,200.00", "USD", 12, 2)),
    lead(149, lukas, "Heide Kaffeerösterei", "Ole Wiebe", "ole@heide-kaffee.example", once(16, "Verpackung und Etiketten", "2.950,00", "EUR", 10)),
    lead(143, miriam, "Kanzlei Roth & Partner", "Sabine Roth", "roth@kanzlei-roth.example", "lost"),
    lead(136, urs, "Bergwerk Outdoor", "Simon Aebi", "simon@bergwerk-outdoor.example", monthly(20, "Shop-Betreuung", "1’450.00", "CHF", 24, 1)),
    lead(128, emily, "Harbor & Pine Realty", "Olivia Grant", "olivia@harborpine.example", "lost"),
    lead(119, miriam, "Möbelhaus Lindner", "Carsten Lindner", "c.lindner@moebel-lindner.example", once(27, "3D-Konfigurator", "24.800,00", "EUR", 15)),
    lead(108, miriam, "Gut Rosenhagen", "Friederike von Alten", "verwaltung@gut-rosenhagen.example", monthly(14, "Social-Media-Paket", "750,00", "EUR", 12, 1)),
    lead(101, sophie, "Cabinet Dubreuil", "Marc Dubreuil", "m.dubreuil@cabinet-dubreuil.example", "lost"),
    lead(93, lukas, "Werft Petersen & Söhne", "Hauke Petersen", "hauke@werft-petersen.example", once(19, "Imagefilm", "8.700,00", "EUR", 16)),
    lead(84, emily, "Lakeshore Dental Group", "Marcus Webb", "marcus.webb@lakeshore-dental.example", once(22, "Patient portal landing pages", "6,750.00", "USD", 24)),
    lead(77, urs, "Aare Energie AG", "Sandra Frei", "sandra.frei@aare-energie.example", once(26, "Kampagne Solarstrom", "12’400.00", "CHF")),
    lead(66, miriam, "Stadtgärtnerei Blohm", "Inken Blohm", "blohm@stadtgaertnerei.example", once(21, "Website-Relaunch", "5.200,00", "EUR")),
    lead(57, lukas, "Deichgraf Immobilien", "Jörn Claasen", "claasen@deichgraf.example", "lost"),
    lead(48, sophie, "Éditions du Phare", "Hélène Garnier", "helene@editions-phare.example", "contacted"),
    lead(41, emily, "Summit Trail Gear", "Hannah Brooks", "hannah@summit-trail.example", "qualified"),
    lead(35, miriam, "Zahnzentrum Alster", "Dr. Philipp Neumann", "neumann@zahnzentrum-alster.example", once(30, "Patientenportal und Fotografie", "7.900,00", "EUR")),
    lead(28, lukas, "Segelschule Schlei", "Wiebke Jensen", "wiebke@segelschule-schlei.example", "contacted"),
    lead(22, urs, "Uhrenatelier Wyss", "Beat Wyss", "beat@uhrenatelier-wyss.example", "qualified"),
    lead(16, miriam, "Elbphil Tours", "Katharina Busch", "busch@elbphil-tours.example", "qualified"),
    lead(11, emily, "Copperfield Coffee Co.", "Ethan Morales", "ethan@copperfield-coffee.example", "contacted"),
    lead(7, lukas, "Hanse Feinkost KG", "Alexander Voss", "a.voss@hanse-feinkost.example", "new"),
    lead(4, miriam, "Kita Wolkenboot", "Birgit Saß", "leitung@wolkenboot.example", "new"),
    lead(2, sophie, "Brasserie du Port", "Thomas Girard", "thomas@brasserie-port.example", "new"),
    lead(1, urs, "Säntis Software", "Corinne Meier", "corinne@saentis-software.example", "new"),
    lead(0, miriam, "Hanse Feinkost", "Alexander Voss", "a.voss@hanse-feinkost.example", "new"),
  ],
  lostReasons: [
    "Hat sich für einen Anbieter aus der Region entschieden.",
    "Das Projekt ist auf das nächste Jahr verschoben.",
    "Budget zu klein für den gewünschten Umfang.",
  ],
  notes: [
    "Rückruf am liebsten vormittags.",
    "Kennt uns von einer Empfehlung, Budget ist freigegeben.",
    "Hat bereits zwei Angebote eingeholt und entscheidet noch in diesem Quartal.",
    "Please send references from the same industry first.",
    "Wünscht ein Gespräch per Video.",
  ],
  phones: ["+49 40 66969 1", "+49 30 23125 0", "+49 89 99998 9"],
  receipts: "https://belege.nordlicht-media.example",
};
