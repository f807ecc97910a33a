import { useTranslation } from "react-i18next";
import type { AuditActor, AuditRow } from "~/domain/audit/list-audit.server";
import { formatTime } from "~/domain/shared/dates";
import type { AuditAction } from "~/domain/shared/proofs";
import type texts from "~/i18n/en/settings.json";
import { useFormat } from "~/browser/use-format";
import "~/components/settings/settings-texts";

/** Text keys of the actions: "lead.add" becomes "lead_add". An action without a sentence does not compile. */
type TextName<Action> = Action extends `${infer Noun}.${infer Verb}` ? `${Noun}_${Verb}` : never;

/** Placeholder for the object's name. No text contains it. */
const PLACE = "\ue000";

/** Returns the texts of an audit entry: who, when and what. */
export function useAuditWords(timeZone: string) {
  const { t, i18n } = useTranslation("settings");
  const { moment } = useFormat();
  return {
    who({ kind, name }: AuditActor): string {
      if (kind === "member") return name ?? t("activity.actor.former");
      if (kind === "api_key") return name ? t("activity.actor.api_key", { name }) : t("activity.actor.former_api_key");
      if (kind !== "affiliate") return t(`activity.actor.${kind}`);
      return name ? t("activity.actor.affiliate", { name }) : t("activity.actor.former_affiliate");
    },
    when: (at: string) => `${moment(at, timeZone)}, ${formatTime(new Date(at), timeZone)}`,
    /**
     * Returns the sentence of an action, split into the words before and after its object. Without an object all words
     * come before. An action without a sentence is shown by its name, so that no entry is hidden.
     */
    sentence({ action, subject }: AuditRow): { before: string; after: string | null } {
      const name: keyof typeof texts.activity.actions = action.replace(".", "_") as TextName<AuditAction>;
      const key = `activity.actions.${name}`;
      if (!i18n.exists(key, { ns: "settings" }))
        return { before: subject ? `${action}: ` : action, after: subject && "" };
      const [before = "", after = null] = t(key, { subject: PLACE }).split(PLACE);
      return { before, after };
    },
  };
}
