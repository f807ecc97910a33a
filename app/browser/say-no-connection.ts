import i18next from "i18next";
import { toast } from "sonner";

/** The words for a button whose request was not sent. */
export const noConnection = () => ({
  title: i18next.t("errors:failed"),
  description: i18next.t("errors:no_connection_button"),
});

/** Says that what a button stands for was not sent. */
export function sayNoConnection(): void {
  const { title, description } = noConnection();
  toast.error(title, { id: "no-connection", description });
}
