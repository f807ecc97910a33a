import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { Button, buttonClass, ButtonLink } from "~/components/ui/button";
import { CopyButton } from "~/components/ui/copy-button";
import { useHydrated } from "~/browser/use-hydrated";
import { Icon } from "~/components/ui/icon";

/** Shows the recovery codes once, in the response to the form that made them. The database stores only their hashes. */
export function RecoveryCodes({ codes, to }: { codes: string[]; /** The page after it. */ to: string }) {
  const { t } = useTranslation("factor");
  const ready = useHydrated();
  const text = codes.join("\n");
  return (
    <div className="grid gap-5">
      <Alert tone="warning" role="status" title={t("codes_once")} />
      <ol className="grid gap-x-8 gap-y-2 font-mono text-base sm:grid-cols-2" translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2" data-print="hide">
        <CopyButton text={text} label={t("codes_copy")} />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Finderlohn\n\n${text}\n`)}`}
          download="finderlohn-recovery-codes.txt"
          className={buttonClass({ variant: "secondary" })}
        >
          <Icon name="download" />
          {t("codes_download")}
        </a>
        {ready && (
          <Button variant="secondary" onClick={() => window.print()}>
            <Icon name="printer" />
            {t("codes_print")}
          </Button>
        )}
        <ButtonLink to={to} reloadDocument prefetch="none" className="grow">
          {t("codes_done")}
        </ButtonLink>
      </div>
    </div>
  );
}
