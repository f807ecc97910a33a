import { Alert } from "./alert";
import { CopyButton } from "./copy-button";

export type SecretOnceProps = {
  secret: string;
  title: string;
  /** Says that it is shown only now. */
  text: string;
  /** Names the secret, for screen readers. */
  label: string;
  copyLabel: string;
};

/** Shows a secret once, in the response to the form that made it. */
export function SecretOnce({ secret, title, text, label, copyLabel }: SecretOnceProps) {
  return (
    <Alert tone="success" role="status" title={title}>
      <p>{text}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2 text-ink">
        <code
          aria-label={label}
          translate="no"
          className="min-w-0 rounded-md bg-surface px-3 py-2 font-mono wrap-anywhere select-all"
        >
          {secret}
        </code>
        <CopyButton text={secret} label={copyLabel} />
      </div>
    </Alert>
  );
}
