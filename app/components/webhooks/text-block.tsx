import { CopyButton } from "~/components/ui/copy-button";

export type TextBlockProps = {
  label: string;
  text: string;
  /** What the button that copies it says. */
  copyLabel?: string;
};

/** Text of a program, exactly as it is. What is long scrolls. */
export function TextBlock({ label, text, copyLabel }: TextBlockProps) {
  return (
    <div className="space-y-2">
      <pre
        // What scrolls must be reachable with the keyboard.
        tabIndex={0}
        role="group"
        aria-label={label}
        translate="no"
        className="max-h-80 overflow-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
      {copyLabel && <CopyButton size="sm" text={text} label={copyLabel} />}
    </div>
  );
}
