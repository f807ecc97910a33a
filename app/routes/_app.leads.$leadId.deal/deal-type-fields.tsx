import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "~/components/ui/cn";
import type { dealTypes } from "~/domain/deals/deal.schema";

export type DealTypeFieldsProps = { type: (typeof dealTypes)[number]; children: ReactNode };

/**
 * The fields of one deal type. With JavaScript the fields of the other type are hidden. Without it both are shown under
 * their headings, and the chosen type decides which are used.
 */
export function DealTypeFields({ type, children }: DealTypeFieldsProps) {
  const { t } = useTranslation("leads");
  return (
    <fieldset
      className={cn(
        "min-w-0 noscript:block!",
        type === "recurring"
          ? "group-has-[[value=one-time]:checked]/deal:hidden"
          : "group-has-[[value=recurring]:checked]/deal:hidden",
      )}
    >
      <legend className="sr-only noscript:not-sr-only noscript:mb-2 noscript:font-semibold">
        {t(`deal_type.${type}`)}
      </legend>
      {children}
    </fieldset>
  );
}
