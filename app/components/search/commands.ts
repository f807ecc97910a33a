import type { TFunction } from "i18next";
import {
  Archive,
  Banknote,
  CalendarClock,
  CreditCard,
  HandCoins,
  Handshake,
  History,
  Languages,
  Plus,
  Settings,
  SquareKanban,
  Tags,
  UserPlus,
  Users,
  Webhook,
  type LucideIcon,
} from "lucide-react";
import { plain, plainWords } from "~/domain/shared/search";

export interface Command {
  to: string;
  /** Key in the texts of the shell. */
  text: string;
  icon: LucideIcon;
}

/** What one often comes to do. */
export const actions: readonly Command[] = [
  { to: "/leads/new", text: "commands.lead_add", icon: Plus },
  { to: "/affiliates/new", text: "commands.affiliate_invite", icon: UserPlus },
];

export const screens: readonly Command[] = [
  { to: "/leads", text: "nav.leads", icon: SquareKanban },
  { to: "/leads?tab=deals", text: "commands.deals", icon: Handshake },
  { to: "/leads?tab=archive", text: "commands.archive", icon: Archive },
  { to: "/affiliates", text: "nav.affiliates", icon: Users },
  { to: "/transactions", text: "nav.transactions", icon: Banknote },
  { to: "/commissions", text: "nav.commissions", icon: HandCoins },
  { to: "/commissions?tab=planned", text: "commands.planned", icon: CalendarClock },
  { to: "/settings/general", text: "commands.general", icon: Settings },
  { to: "/settings/language", text: "commands.language", icon: Languages },
  { to: "/settings/webhook", text: "commands.webhook", icon: Webhook },
  { to: "/settings/activity", text: "commands.activity", icon: History },
  { to: "/settings/subscription", text: "commands.subscription", icon: CreditCard },
  { to: "/pricing", text: "commands.pricing", icon: Tags },
];

/** Those of some commands whose name, with that of the settings for their pages, has every word of a text. */
export function commandsFor(commands: readonly Command[], text: string, t: TFunction): Command[] {
  const words = plainWords(text);
  return commands.filter((command) => {
    const group = command.to.startsWith("/settings") ? t("shell:nav.settings") : "";
    const name = plain(`${t(`shell:${command.text}`)} ${group}`);
    return words.every((word) => name.includes(word));
  });
}
