import deColumns from "./de/columns.json";
import deMailbox from "./de/mailbox.json";
import deReadme from "./de/readme.json";
import deSimulation from "./de/simulation.json";
import enColumns from "./en/columns.json";
import enMailbox from "./en/mailbox.json";
import enReadme from "./en/readme.json";
import enSimulation from "./en/simulation.json";
import esColumns from "./es/columns.json";
import esMailbox from "./es/mailbox.json";
import esReadme from "./es/readme.json";
import esSimulation from "./es/simulation.json";
import frColumns from "./fr/columns.json";
import frMailbox from "./fr/mailbox.json";
import frReadme from "./fr/readme.json";
import frSimulation from "./fr/simulation.json";
import type { Language } from "./languages";

/**
 * Texts that no browser loads: titles of columns and the README of an archive, which are in files, and those of the
 * mailbox and of the steps of simulated subscriptions, which only developers see.
 */
export const serverTexts = {
  en: { columns: enColumns, mailbox: enMailbox, readme: enReadme, simulation: enSimulation },
  de: { columns: deColumns, mailbox: deMailbox, readme: deReadme, simulation: deSimulation },
  fr: { columns: frColumns, mailbox: frMailbox, readme: frReadme, simulation: frSimulation },
  es: { columns: esColumns, mailbox: esMailbox, readme: esReadme, simulation: esSimulation },
} satisfies Record<Language, object>;
