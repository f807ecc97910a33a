import { useTranslation } from "react-i18next";

/** The first link in every shell: past the navigation to the content. */
export function SkipLink() {
  const { t } = useTranslation("shell");
  return (
    <a
      href="#main"
      className="sr-only rounded-md bg-accent font-medium text-accent-ink focus-visible:not-sr-only focus-visible:fixed focus-visible:top-2 focus-visible:left-2 focus-visible:z-60 focus-visible:px-4 focus-visible:py-2.5"
    >
      {t("skip")}
    </a>
  );
}
