import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import type { Day } from "~/domain/shared/dates";
import { useFormat } from "~/browser/use-format";

export type CardTexts = ReturnType<typeof textsOf>;

/** Returns all texts of the cards, looked up once for all of them. */
export function useCardTexts(): CardTexts {
  const { t } = useTranslation("leads");
  const { day } = useFormat();
  const affiliateName = useAffiliateName();
  return useMemo(() => textsOf(t, day, affiliateName), [t, day, affiliateName]);
}

type AffiliateName = ReturnType<typeof useAffiliateName>;

function textsOf(t: TFunction<"leads">, formatDay: (value: Day) => string, affiliateName: AffiliateName) {
  return {
    edit: t("lead.edit"),
    move: t("lead.move"),
    noAffiliate: t("lead.no_affiliate"),
    affiliate: affiliateName,
    duplicate: t("lead.duplicate"),
    contact: t("lead.contact_status"),
    qualify: t("lead.qualify"),
    createDeal: t("lead.create_deal"),
    lose: t("lead.lose"),
    loseShort: t("lead.lose_short"),
    age: remembered((days: number) => ageOf(days, t)),
    day: remembered(formatDay),
    /** The affiliate and day of the first lead, for duplicates. */
    first: ({ affiliateId, affiliate, createdOn }: First) =>
      firstText(t, affiliateName(affiliateId, affiliate), formatDay(createdOn)),
  };
}

type First = { affiliateId: string | null; affiliate: string | null; createdOn: Day };

export function firstText(t: TFunction<"leads">, affiliate: string | null, date: string): string {
  return affiliate ? t("lead.first_by", { affiliate, date }) : t("lead.first_on", { date });
}

/** Caches a text per key, because many cards have the same age. */
function remembered<Key, Text>(make: (key: Key) => Text): (key: Key) => Text {
  const known = new Map<Key, Text>();
  return (key) => {
    const text = known.get(key) ?? make(key);
    known.set(key, text);
    return text;
  };
}

/** Returns an age: "today", "3 days ago", "2 months ago". */
function ageOf(days: number, t: TFunction<"leads">): string {
  if (days <= 0) return t("age.today");
  if (days === 1) return t("age.yesterday");
  if (days < 60) return t("age.days", { count: days });
  if (days < 730) return t("age.months", { count: Math.floor(days / 30.44) });
  return t("age.years", { count: Math.floor(days / 365.25) });
}
