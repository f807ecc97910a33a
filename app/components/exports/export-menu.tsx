import { useTranslation } from "react-i18next";
import { Icon } from "~/components/ui/icon";
import { Menu, MenuDownload, MenuText } from "~/components/ui/menu";
import type { CsvFormatName } from "~/domain/shared/csv";
import { isLanguage, type Language } from "~/i18n/languages";

/**
 * The spreadsheet format by the reader's language. An English reader may have a German spreadsheet; an English one
 * opens the plain file.
 */
const spreadsheetOf: Record<Language, CsvFormatName> = { de: "de", fr: "fr", es: "es", en: "de" };

export type ExportMenuProps = {
  /** Returns the address of the file in a format. */
  hrefOf: (format: CsvFormatName) => string;
  /** Beside several other buttons: only the icon on phones. */
  compact?: boolean;
  /** Button text and content description, where the file is not the filtered list. */
  label?: string;
  scope?: string;
};

/**
 * Offers the list as a file, for spreadsheets or for programs. Works without JavaScript; the browser shows the progress
 * of the download.
 */
export function ExportMenu({ hrefOf, compact = false, label, scope }: ExportMenuProps) {
  const { t, i18n } = useTranslation("exports");
  const own = isLanguage(i18n.language) ? spreadsheetOf[i18n.language] : "de";
  const formats: CsvFormatName[] = i18n.language === "en" ? ["plain", own] : [own, "plain"];
  return (
    <Menu
      variant="secondary"
      // Without JavaScript the panel aligns with one end of the button, which on phones is on the left unless it is
      // compact.
      className={
        compact
          ? "max-md:!flex-none"
          : "max-md:[&>[data-menu-panel]]:right-auto max-md:[&>[data-menu-panel]]:left-0 max-md:[&>summary]:w-full"
      }
      trigger={
        <>
          <Icon name="download" />
          <span className={compact ? "max-md:sr-only" : ""}>{label ?? t("button")}</span>
        </>
      }
    >
      {formats.map((format) => (
        <MenuDownload key={format} href={hrefOf(format)}>
          <span className="py-1.5">
            <span className="block">{t(`formats.${format}.title`)}</span>
            <span className="block text-xs text-muted">{t(`formats.${format}.hint`)}</span>
          </span>
        </MenuDownload>
      ))}
      <MenuText>
        <span className="block max-w-64 text-xs">{scope ?? t("scope")}</span>
      </MenuText>
    </Menu>
  );
}
