import { describe, expect, it } from "vitest";
import { affiliateStatuses } from "~/domain/affiliates/affiliate";
import { invitationStates } from "~/domain/affiliates/invitation";
import { commissionStates } from "~/domain/deals/own-deal";
import { importStatuses, paymentOutcomes, rowOutcomes } from "~/domain/imports/import-run";
import { payoutStates, runStates } from "~/domain/payouts/run";
import { leadStatuses } from "~/domain/leads/lead";
import { deliveryStates } from "~/domain/webhooks/delivery";
import { languages, type Language } from "~/i18n/languages";
import { placesOf } from "./support/own-texts";

// Each state has one key. What shows the state, on a screen, in a file or in a mail, shows the text of that key.

const texts = Object.fromEntries(languages.map((language) => [language, new Map(placesOf(language))])) as Record<
  Language,
  Map<string, string>
>;

/** Where the words of the states are, and the states there are. */
const families: Record<string, readonly string[]> = {
  "affiliates:invitation_state": invitationStates,
  "affiliates:status": affiliateStatuses,
  "commissions:states": commissionStates,
  // Of an import that was canceled what was ready is not created any more.
  "imports:outcomes": [...rowOutcomes, "left"],
  "imports:payment_outcomes": paymentOutcomes,
  "imports:status": importStatuses,
  "leads:status": leadStatuses,
  "runs:payout_states": payoutStates,
  "runs:states": runStates,
  "webhooks:log.states": deliveryStates,
};

/** A subscription has no list of states of its own: these are what its badges say. */
const ofSubscriptions = [
  "settings:subscription.trial",
  "settings:subscription.past_due_short",
  "settings:subscription.ended",
  "site:trial.expired",
  "site:trial.premium",
];

/** What was paid and is owed back; with the texts that mails have too. */
const OWED_BACK = "notices:fields.owed_back";

const stateKeys = [
  OWED_BACK,
  ...Object.entries(families).flatMap(([prefix, states]) => states.map((state) => `${prefix}.${state}`)),
  ...ofSubscriptions,
];

/** Texts that say in English what a state is called, and are about something else. */
const otherThings = [
  // Buttons that close a dialog; the mark of a step of the setup.
  "api:create.done",
  "webhooks:secret.done",
  "setup:done",
  // A notice of what was done; a notification that was not read; the day on which a key was made.
  "factor:removed",
  "notices:new",
  "api:created",
  // The day on which a run was made; columns of a statement.
  "runs:created",
  "documents:statement.due",
  "documents:statement.closed",
  // Why a run passes a deal over, in a list of reasons.
  "commissions:runs.why.no_commission",
  // The name of the plan, above its price.
  "public:pricing.plan",
];

describe("[I18N-02] one word for a state", () => {
  it.each(Object.entries(families))("%s has a word for each state, and for nothing else", (prefix, states) => {
    for (const language of languages) {
      const found = [...texts[language].keys()].filter((key) => key.startsWith(`${prefix}.`));
      expect(found.sort()).toEqual(states.map((state) => `${prefix}.${state}`).sort());
      const words = found.map((key) => texts[language].get(key));
      expect(new Set(words).size, `${prefix} in ${language}`).toBe(words.length);
    }
  });

  it("has one key; no other text repeats it", () => {
    // English is what the keys are written in first; a double is often translated otherwise.
    const wordOf = (key: string) => texts.en.get(key)!.toLowerCase();
    const states = new Map(stateKeys.map((key) => [wordOf(key), key]));
    const repeated = [...texts.en.keys()]
      .filter((key) => !stateKeys.includes(key) && states.has(wordOf(key)))
      .map((key) => `${key} says what ${states.get(wordOf(key))} says`);
    expect(repeated.filter((line) => !otherThings.includes(line.split(" ", 1)[0]!))).toEqual([]);
    for (const key of otherThings) expect(states.has(wordOf(key)), key).toBe(true);
  });

  it("has the same key in all languages", () => {
    for (const language of languages) for (const key of stateKeys) expect(texts[language].has(key), key).toBe(true);
  });

  it("is used in sentences by an existing key", () => {
    for (const language of languages)
      for (const [key, text] of texts[language])
        for (const [, inner] of text.matchAll(/\$t\(([^)]+)\)/g)) {
          const named = inner!.includes(":") ? inner! : `${key.split(":")[0]}:${inner}`;
          expect(stateKeys, `${language} ${key}`).toContain(named);
        }
  });
});
