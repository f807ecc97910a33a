import i18next from "i18next";
import { toast } from "sonner";

/** The message for a button that did nothing. */
interface Words {
  title: string;
  description: string;
}

const words = (reason: string): Words => ({
  title: i18next.t("errors:failed"),
  description: i18next.t(`errors:${reason}`),
});

/** Returns the message for a button whose request was not sent. */
export const noConnection = (): Words => words("no_connection_button");

/** Returns the message for a button when the server's database was not available. */
export const notAvailable = (): Words => words("unavailable_button");

/** Shows a toast with the reason why a button did nothing. */
export function sayUnsent({ title, description }: Words): void {
  toast.error(title, { id: "no-connection", description });
}

/** Shows a toast that a button's request was not sent. */
export const sayNoConnection = (): void => sayUnsent(noConnection());
