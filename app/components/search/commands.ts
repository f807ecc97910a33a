import type { TFunction } from "i18next";
import type { LucideIcon } from "lucide-react";
import Archive from "lucide-react/icons/archive";
import Banknote from "lucide-react/icons/banknote";
import CalendarClock from "lucide-react/icons/calendar-clock";
import ChartColumn from "lucide-react/icons/chart-column";
import CreditCard from "lucide-react/icons/credit-card";
import HandCoins from "lucide-react/icons/hand-coins";
import Handshake from "lucide-react/icons/handshake";
import History from "lucide-react/icons/rotate-ccw-clock";
import KeyRound from "lucide-react/icons/key-round";
import Languages from "lucide-react/icons/languages";
import Plus from "lucide-react/icons/plus";
import Settings from "lucide-react/icons/settings";
import ShieldCheck from "lucide-react/icons/shield-check";
import SquareKanban from "lucide-react/icons/square-kanban";
import Tags from "lucide-react/icons/tags";
import UserPlus from "lucide-react/icons/user-plus";
import Users from "lucide-react/icons/users";
import Webhook from "lucide-react/icons/webhook";
import { finder } from "~/domain/shared/search";
import { paths } from "~/paths/paths";

export interface Command {
  to: string;
  /** Key in the texts of the shell. */
  text: string;
  icon: LucideIcon;
}

/** Frequent actions. */
export const actions: readonly Command[] = [
  { to: paths.newLead(), text: "commands.lead_add", icon: Plus },
  { to: paths.newAffiliate(), text: "commands.affiliate_invite", icon: UserPlus },
];

export const screens: readonly Command[] = [
  { to: paths.leads(), text: "nav.leads", icon: SquareKanban },
  { to: paths.leads({ tab: "deals" }), text: "commands.deals", icon: Handshake },
  { to: paths.leads({ tab: "archive" }), text: "commands.archive", icon: Archive },
  { to: paths.affiliates(), text: "nav.affiliates", icon: Users },
  { to: paths.transactions(), text: "nav.transactions", icon: Banknote },
  { to: paths.commissions(), text: "nav.commissions", icon: HandCoins },
  { to: paths.commissions({ tab: "planned" }), text: "commands.planned", icon: CalendarClock },
  { to: paths.reports(), text: "nav.reports", icon: ChartColumn },
  { to: paths.settings("general"), text: "commands.general", icon: Settings },
  { to: paths.settings("language"), text: "commands.language", icon: Languages },
  { to: paths.settings("security"), text: "commands.security", icon: ShieldCheck },
  { to: paths.settings("webhook"), text: "commands.webhook", icon: Webhook },
  { to: paths.settings("api"), text: "commands.api", icon: KeyRound },
  { to: paths.settings("activity"), text: "commands.activity", icon: History },
  { to: paths.settings("subscription"), text: "commands.subscription", icon: CreditCard },
  { to: paths.pricing(), text: "commands.pricing", icon: Tags },
];

/** Returns the commands whose name contains every word of the text. Settings pages also match the word "settings". */
export function commandsFor(commands: readonly Command[], text: string, t: TFunction): Command[] {
  const matches = finder(text);
  return commands.filter((command) => {
    const group = command.to.startsWith(paths.settings()) ? t("shell:nav.settings") : "";
    return matches(`${t(`shell:${command.text}`)} ${group}`);
  });
}
