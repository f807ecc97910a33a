import i18next from "i18next";
import { toast } from "sonner";

/** Why a button did nothing. */
interface Words {
  title: string;
  description: string;
}

const words = (reason: string): Words => ({
  title: i18next.t("errors:failed"),
  description: i18next.t(`errors:${reason}`),
});

/** The words for a button whose request was not sent. */
export const noConnection = (): Words => words("no_connection_button");

/** The words for a button when the server's database was not available. */
export const notAvailable = (): Words => words("unavailable_button");

/** Says why what a button stands for was not done. */
export function sayUnsent({ title, description }: Words): void {
  toast.error(title, { id: "no-connection", description });
}

/** Says that what a button stands for was not sent. */
export const sayNoConnection = (): void => sayUnsent(noConnection());
