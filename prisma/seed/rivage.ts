import { sophie } from "./sophie";
import { lead, monthly, once, type DemoPerson, type DemoOrganization } from "./demo-organization";

const person = (name: string, email: string, language: DemoPerson["language"]) => ({ name, email, language });

const antoine = person("Antoine Lefèvre", "antoine@lefevre-associes.example", "fr");
const claire = person("Claire Dubois", "claire@dubois-reseau.example", "fr");
const marta = person("Marta Ruiz", "marta@ruiz-consultoria.example", "es");
const pauline = person("Pauline Roy", "pauline@studio-roy.example", "fr");

/** A studio in Nantes with five affiliates. */
export const rivage: DemoOrganization = {
  name: "Atelier Rivage",
  timeZone: "Europe/Paris",
  founded: 232,
  owner: person("Camille Laurent", "camille@atelier-rivage.example", "fr"),
  members: [],
  affiliates: [
    {
      person: antoine,
      joined: 229,
      terms: [
        { daysAgo: 229, cadence: "monthly", currency: "EUR", percent: "10" },
        { daysAgo: 90, cadence: "monthly", currency: "EUR", percent: "12" },
      ],
    },
    {
      person: sophie,
      joined: 180,
      terms: [
        { daysAgo: 180, cadence: "quarterly", currency: "CHF", percent: "10" },
        { daysAgo: 60, cadence: "quarterly", currency: "CHF", percent: "10", paidPlusDays: 30 },
      ],
    },
    {
      person: claire,
      joined: 220,
      terms: [
        { daysAgo: 220, cadence: "ad-hoc", currency: "EUR", percent: "7,5" },
        { daysAgo: 130, cadence: "ad-hoc", currency: "EUR", fixed: "200" },
      ],
    },
    {
      person: marta,
      joined: 151,
      terms: [{ daysAgo: 151, cadence: "yearly", currency: "EUR", percent: "5", fixed: "120" }],
    },
    { person: pauline, joined: 3, invited: true, terms: [] },
  ],
  // A table with one row per line.
  // oxfmt-ignore
  leads: [
    lead(224, antoine, "Conserverie de l’Estran", "Yann Le Goff", "yann@conserverie-estran.example", once(18, "Identité visuelle", "5 800,00", "EUR", 15)),
    lead(213, claire, "Les Jardins d’Erdre", "Nathalie Moreau", "n.moreau@jardins-erdre.example", monthly(16, "Gestion des réseaux sociaux", "650,00", "EUR", 12, 1)),
    lead(205, antoine, "Hôtel des Dunes", "Vincent Barbier", "direction@hotel-dunes.example", monthly(20, "Référencement et contenus", "1 100,00", "EUR", 12, 2)),
    lead(194, claire, "Boulangerie Pain d’Hier", "Luc Fontaine", "luc@paindhier.example", "lost"),
    lead(176, sophie, "Lac & Cimes SA", "Valérie Rochat", "v.rochat@lac-cimes.example", once(25, "Site vitrine bilingue", "8’900.00", "CHF", 22)),
    lead(163, antoine, "Menuiserie Atlantique", "Benoît Guillou", "benoit@menuiserie-atlantique.example", once(17, "Catalogue interactif", "4 250,00", "EUR", 20)),
    lead(148, marta, "Bodegas del Faro", "Javier Ortega", "javier@bodegas-faro.example", monthly(23, "Tienda en línea y soporte", "820,00", "EUR", 12, 1)),
    lead(139, claire, "Cabinet Kerlan", "Dr Maëlle Kerlan", "accueil@cabinet-kerlan.example", "lost"),
    lead(127, sophie, "Romandie Vélo", "Pascal Monnier", "pascal@romandie-velo.example", monthly(19, "Campagnes saisonnières", "950.00", "CHF", 6, 1)),
    lead(114, marta, "Clínica Alameda", "Lucía Navarro", "lucia@clinica-alameda.example", once(24, "Rediseño web", "6.300,00", "EUR", 18)),
    lead(103, antoine, "Voiles du Ponant", "Gwenaëlle Riou", "gwen@voiles-ponant.example", "lost"),
    lead(88, claire, "Domaine du Grand Clos", "Étienne Chevalier", "etienne@grand-clos.example", once(21, "Étiquettes et packaging", "3 700,00", "EUR", 12)),
    lead(79, antoine, "Bridgeport Charters", "Laura Kensington", "laura@bridgeport-charters.example", once(26, "Booking site", "9,800.00", "USD")),
    lead(64, sophie, "Pharmacie du Léman", "Sylvie Favre", "s.favre@pharmacie-leman.example", once(20, "Application de commande", "7’250.00", "CHF")),
    lead(52, marta, "Olivares Hermanos", "Carmen Olivares", "carmen@olivares.example", "lost"),
    lead(43, antoine, "Musée de la Marée", "Jean-Baptiste Colin", "jb.colin@musee-maree.example", "qualified"),
    lead(34, claire, "Scierie des Landes", "Mathieu Lasserre", "mathieu@scierie-landes.example", "contacted"),
    lead(26, antoine, "Crêperie Ar Mor", "Soizic Le Bihan", "soizic@creperie-armor.example", monthly(20, "Photos et réseaux sociaux", "390,00", "EUR", 12, 1)),
    lead(19, sophie, "Chocolaterie Vaudoise", "Nicolas Perret", "n.perret@choco-vaud.example", "contacted"),
    lead(12, marta, "Hostal Miramar", "Pedro Salas", "pedro@hostal-miramar.example", "qualified"),
    lead(6, claire, "Librairie du Quai", "Anne-Sophie Picard", "contact@librairie-quai.example", "qualified"),
    lead(1, antoine, "Chantier naval Jaouen", "Ronan Jaouen", "ronan@naval-jaouen.example", "new"),
  ],
  lostReasons: ["Projet reporté à l’an prochain.", "Un autre prestataire a été retenu."],
  notes: [
    "Préfère être rappelé en fin de journée.",
    "Projet prévu pour la rentrée, budget à confirmer.",
    "Déjà client d’un partenaire, recommandation directe.",
    "Prefiere que le escriban por correo.",
  ],
  phones: ["+33 1 99 00 12 ", "+33 2 61 91 34 ", "+33 4 65 71 56 "],
  receipts: "https://justificatifs.atelier-rivage.example",
};
