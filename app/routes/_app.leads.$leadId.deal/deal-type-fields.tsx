import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "~/components/ui/cn";
import type { dealTypes } from "~/domain/deals/deal.schema";

export type DealTypeFieldsProps = { type: (typeof dealTypes)[number]; children: ReactNode };

/**
 * The fields of one deal type. While JavaScript runs the other type's are hidden; without it both stand there, each
 * under its name, and the chosen type decides which count.
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
