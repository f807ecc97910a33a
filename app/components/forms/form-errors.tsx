import type { TFunction } from "i18next";
import { useContext, useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { Link } from "~/components/ui/link";
import { AuthContext } from "~/browser/use-auth";
import { errorKey, errorParameters, errorText } from "~/i18n/error-text";
import { paths } from "~/paths/paths";
import type { AnyForm } from "./field-meta";
import { toast } from "sonner";
import { Alert } from "~/components/ui/alert";
import { useDraft } from "~/browser/use-reply";

export type FormErrorsProps = {
  form: AnyForm;
  /** Names of the fields, shown before their errors in the list. */
  labels?: Readonly<Record<string, string>>;
  /** A field whose own message is next to this list, so it is not repeated. */
  beside?: string;
  /** What failed; shown before a reason that belongs to no field. */
  title?: string;
  /** A way out, below the reason. */
  children?: ReactNode;
};

/**
 * The first element of every form: its errors, with links to the fields. It appears after a submission and takes the
 * focus, unless conform has already focused the only field with an error.
 */
export function FormErrors({ form, labels = {}, beside, title, children }: FormErrorsProps) {
  const { t } = useTranslation(["errors", "common", "shell"]);
  const auth = useContext(AuthContext);
  const ref = useRef<HTMLDivElement>(null);
  const own = form.errors ?? [];
  const problems: { link?: string; sentence: string }[] = [
    ...own.map((error) => ({ sentence: errorText(t, error) })),
    ...Object.entries(form.allErrors)
      .filter(([name, errors]) => name && name !== beside && errors.length > 0)
      .map(([name, errors]) => ({
        link: `#${form.id}-${name}`,
        sentence: namedSentence(t, labels[name], errors.map((error) => errorText(t, error)).join(" ")),
      })),
  ];
  const [first] = problems;
  const shown = form.status === "error" && first !== undefined;
  // A user who can end the pause gets a link; the others see above the page which owner can.
  const isPaused = auth?.role === "owner" && own.some((error) => error.startsWith("organization_paused"));
  const unsent = ["no_connection", "not_saved", "unavailable"].some((key) => own.map(errorKey).includes(key));
  // The reference of an unexpected error in the log.
  const id = own.map((error) => errorParameters(error)["reference"]).find((one) => one !== undefined);
  const formLevel = shown && own.length > 0;
  const heading = formLevel ? title : undefined;
  const only = problems.length === 1 ? first : undefined;

  useEffect(() => {
    if (formLevel) ref.current?.focus();
  }, [formLevel]);

  if (!shown) return <RestoredNotice />;
  return (
    <div
      ref={ref}
      id={form.errorId}
      tabIndex={-1}
      autoFocus
      role="group"
      aria-labelledby={`${form.id}-errors`}
      data-quiet-focus
      className="flex gap-3 rounded-lg bg-danger-soft p-4"
    >
      <Icon name="circle-exclamation-point" className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="min-w-0 space-y-1">
        <p id={`${form.id}-errors`} className="font-medium">
          {heading ?? (only ? <Problem {...only} /> : t("common:check_entries", { count: problems.length }))}
        </p>
        {only && heading && (
          <p className="wrap-anywhere">
            <Problem {...only} />
          </p>
        )}
        {!only && (
          <ul className="list-disc space-y-1 pl-4">
            {problems.map((problem) => (
              <li key={problem.link ?? problem.sentence}>
                <Problem {...problem} />
              </li>
            ))}
          </ul>
        )}
        {id !== undefined && <p className="wrap-anywhere">{t("failed_hint", { id })}</p>}
        {unsent && (
          <Button type="submit" variant="secondary" className="mt-2">
            {t("common:try_again")}
          </Button>
        )}
        {isPaused && (
          <p>
            <Link to={paths.pricing()} className="underline underline-offset-2">
              {t("shell:paused.plans")}
            </Link>
          </p>
        )}
        {children}
      </div>
    </div>
  );
}

function Problem({ link, sentence }: { link?: string; sentence: string }) {
  if (!link) return sentence;
  return (
    <a href={link} className="underline underline-offset-2">
      {sentence}
    </a>
  );
}

/** Returns the sentence with the field's label before it, unless it names the field itself ("Email is required"). */
function namedSentence(t: TFunction, label: string | undefined, sentence: string): string {
  if (!label || sentence.toLowerCase().includes(label.toLowerCase())) return sentence;
  return t("common:labelled", { label, value: sentence });
}

/** Says that the form was filled with a draft. */
function RestoredNotice() {
  const { t } = useTranslation("common");
  const restored = useDraft() !== null;
  useEffect(() => {
    // The message about the ended session is no longer needed.
    if (restored) toast.dismiss();
  }, [restored]);
  if (!restored) return null;
  return (
    <div data-restored>
      <Alert role="status">{t("restored")}</Alert>
    </div>
  );
}
