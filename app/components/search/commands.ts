import type { TFunction } from "i18next";
import type { IconName } from "~/components/ui/icon";
import { finder } from "~/domain/shared/search";
import { paths } from "~/paths/paths";

export interface Command {
  to: string;
  /** Key in the texts of the shell. */
  text: string;
  icon: IconName;
}

/** Frequent actions. */
export const actions: readonly Command[] = [
  { to: paths.newLead(), text: "commands.lead_add", icon: "plus" },
  { to: paths.newAffiliate(), text: "commands.affiliate_invite", icon: "user-plus" },
];

export const screens: readonly Command[] = [
  { to: paths.leads(), text: "nav.leads", icon: "square-kanban" },
  { to: paths.leads({ tab: "deals" }), text: "commands.deals", icon: "handshake" },
  { to: paths.leads({ tab: "archive" }), text: "commands.archive", icon: "archive" },
  { to: paths.affiliates(), text: "nav.affiliates", icon: "users" },
  { to: paths.transactions(), text: "nav.transactions", icon: "banknote" },
  { to: paths.commissions(), text: "nav.commissions", icon: "hand-coins" },
  { to: paths.commissions({ tab: "planned" }), text: "commands.planned", icon: "calendar-clock" },
  { to: paths.payouts(), text: "nav.payouts", icon: "wallet" },
  { to: paths.reports(), text: "nav.reports", icon: "chart-column" },
  { to: paths.settings("general"), text: "commands.general", icon: "settings" },
  { to: paths.settings("payouts"), text: "commands.payouts", icon: "wallet" },
  { to: paths.settings("account"), text: "commands.account", icon: "circle-user-round" },
  { to: `${paths.settings("account")}#language`, text: "commands.language", icon: "languages" },
  { to: `${paths.settings("account")}#security`, text: "commands.security", icon: "shield-check" },
  { to: paths.settings("webhook"), text: "commands.webhook", icon: "webhook" },
  { to: paths.settings("api"), text: "commands.api", icon: "key-round" },
  { to: paths.settings("activity"), text: "commands.activity", icon: "rotate-ccw-clock" },
  { to: paths.settings("subscription"), text: "commands.subscription", icon: "credit-card" },
  { to: paths.pricing(), text: "commands.pricing", icon: "tags" },
];

/** Returns the commands whose name contains every word of the text. Settings pages also match the word "settings". */
export function commandsFor(commands: readonly Command[], text: string, t: TFunction): Command[] {
  const matches = finder(text);
  return commands.filter((command) => {
    const group = command.to.startsWith(paths.settings()) ? t("shell:nav.settings") : "";
    return matches(`${t(`shell:${command.text}`)} ${group}`);
  });
}
