import type { AgreementText as Text } from "~/i18n/agreement-texts.server";

type AgreementTextProps = {
  text: Text;
  /** In which it is written; an accepted text stays in the language in which it was read. */
  language: string;
};

/** The text of an agreement, with numbered points. */
export function AgreementText({ text, language }: AgreementTextProps) {
  return (
    <div lang={language} className="max-w-prose space-y-3 wrap-anywhere">
      <p className="font-medium">{text.title}</p>
      <p>{text.intro}</p>
      <ol className="list-decimal space-y-3 pl-5">
        {text.points.map((point) => (
          <li key={point.title}>
            <span className="block font-medium">{point.title}</span>
            {point.text}
          </li>
        ))}
      </ol>
    </div>
  );
}
