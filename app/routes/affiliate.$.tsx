import type { LoaderFunctionArgs } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import { ScreenError } from "~/components/errors/screen-error";
import { paths } from "~/paths/paths";
import { nothingHere } from "~/server/nothing-here.server";

/** Shows an unknown address below the portal as not found within its shell. */
export async function loader(args: LoaderFunctionArgs) {
  return nothingHere(args, "portal");
}

export default function NothingHere() {
  return null;
}

export function ErrorBoundary() {
  const { t } = useTranslation(["portal", "errors"]);
  return <ScreenError title={t("shell:portal.title")} failed={t("errors:failed")} screen={paths.dashboard()} />;
}
