import type { TFunction } from "i18next";
import { erasedNumber } from "~/domain/shared/erased";

/** Returns the replacement name of an erased person, by the id of their record. */
export const erasedName = (t: TFunction, id: string): string =>
  t("affiliates:erase.nobody", { number: erasedNumber(id) });

/** Returns the toast after an erasure; `description` says what follows. */
export const erasedToast = (t: TFunction, description: string) =>
  ({ tone: "success", title: t("affiliates:erase.done"), description }) as const;
