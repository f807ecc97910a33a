import { useTranslation } from "react-i18next";
import { cn } from "~/components/ui/cn";
import { MAIN_LIST } from "~/components/ui/main-list";

const look = [
  "sr-only rounded-md bg-accent font-medium text-accent-ink focus-visible:not-sr-only",
  "focus-visible:fixed focus-visible:top-2 focus-visible:left-2 focus-visible:z-60 focus-visible:px-4 focus-visible:py-2.5",
].join(" ");

/** The first links in every shell: past the navigation to the content, and to the list of the page if it has one. */
export function SkipLink() {
  const { t } = useTranslation("shell");
  return (
    <>
      <a href="#main" className={look}>
        {t("skip")}
      </a>
      <a href={`#${MAIN_LIST}`} className={cn(look, "[:root:not(:has(#list))_&]:hidden")}>
        {t("skip_list")}
      </a>
    </>
  );
}
