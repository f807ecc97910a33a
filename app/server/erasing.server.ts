import type { TFunction } from "i18next";
import { numberOfErased } from "~/domain/shared/erased";

/** The name of an erased person from now on, by the id of their record. */
export const nobodyOf = (t: TFunction, id: string): string =>
  t("affiliates:erase.nobody", { number: numberOfErased(id) });

/** What is said once somebody is erased; `description`: what follows. */
export const erasedToast = (t: TFunction, description: string) =>
  ({ tone: "success", title: t("affiliates:erase.done"), description }) as const;
