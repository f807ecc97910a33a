import { useTranslation } from "react-i18next";
import type { AuditActor, AuditRow } from "~/domain/audit/list-audit.server";
import { useFormat } from "~/web/use-format";

/** The words of an entry of the audit log: who, when and what. */
export function useAuditWords(timeZone: string) {
  const { t, i18n } = useTranslation("settings");
  const { moment } = useFormat();
  return {
    who({ kind, name }: AuditActor): string {
      if (kind === "member") return name ?? t("activity.actor.former");
      if (kind !== "affiliate") return t(`activity.actor.${kind}`);
      return name ? t("activity.actor.affiliate", { name }) : t("activity.actor.former_affiliate");
    },
    when: (at: string) => `${moment(at, timeZone)}, ${timeOfDay(at, timeZone)}`,
    /** An action that has no sentence yet is shown by its name, so that nothing is kept back. */
    sentence({ action, subject }: AuditRow): string {
      const key = `activity.actions.${action.replaceAll(".", "_")}`;
      if (!i18n.exists(key, { ns: "settings" })) return subject ? `${action}: ${subject}` : action;
      return t(key, { subject: subject ?? t("activity.gone") });
    },
  };
}

/** "09:05" in all languages: browsers and servers disagree about how "9:05 AM" is spaced. */
function timeOfDay(at: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(new Date(at));
  const part = (type: string) => parts.find((each) => each.type === type)?.value;
  return `${part("hour")}:${part("minute")}`;
}
