import { leadStatuses, type LeadStatus } from "../leads/lead";

// Names of a lead's status in files: the app's own in four languages, and those of other programs. A test compares them
// with the texts of the screens.

const words: Record<LeadStatus, string> = {
  new: "neu, open, offen, nouveau, ouvert, nuevo, nueva, abierto, abierta, uncontacted, nicht kontaktiert",
  contacted:
    "kontaktiert, contacté, contacté(e), contactado, contactada, in progress, in bearbeitung, working, attempted to contact, connected, en cours, en curso",
  qualified:
    "qualifiziert, qualifié, qualifié(e), cualificado, cualificada, calificado, calificada, sql, sales qualified lead, open deal, salesqualifiedlead",
  converted: "won, gewonnen, gagné, gagnée, ganado, ganada, closed won, closedwon, customer, kunde, client, cliente",
  lost: "verloren, perdu, perdue, perdido, perdida, closed lost, closedlost, unqualified, nicht qualifiziert, disqualified, disqualifiziert, abgelehnt, rejected",
};

const plain = (text: string) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\s_-]+/g, " ")
    .trim();

const byWord = new Map(
  leadStatuses.flatMap((status) =>
    [status, ...words[status].split(", ")].map((word) => [plain(word), status] as const),
  ),
);

/** Returns the status for a word of a file; null for an unknown word. */
export const statusOfWord = (word: string): LeadStatus | null => byWord.get(plain(word)) ?? null;
