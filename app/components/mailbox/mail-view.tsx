export type MailViewProps = {
  mail: { subject: string; to?: string; text: string; html: string };
  /** Names the frame. */
  title: string;
  lang?: string;
};

/** An email as its reader gets it: the text, and below it the HTML in a frame that cannot run scripts. */
export function MailView({ mail, title, lang }: MailViewProps) {
  return (
    <div className="grid min-w-0 content-start gap-6">
      <article lang={lang} className="min-w-0 rounded-xl border bg-surface p-6">
        <h2 className="text-base font-semibold">{mail.subject}</h2>
        {mail.to && <p className="text-muted">{mail.to}</p>}
        <div className="mt-4 wrap-anywhere whitespace-pre-wrap">
          <Linkified text={mail.text} />
        </div>
      </article>
      {mail.html && (
        <iframe
          title={title}
          srcDoc={mail.html}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          className="h-160 w-full rounded-xl border"
        />
      )}
    </div>
  );
}

function Linkified({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={part} className="text-accent underline underline-offset-2">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
