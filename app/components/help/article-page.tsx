import { useTranslation } from "react-i18next";
import { languageNames } from "~/components/shell/language-switch";
import { Picture } from "~/components/site/picture";
import { pictureSizes, type PictureName } from "~/paths/pictures";
import { cn } from "~/components/ui/cn";
import { Link } from "~/components/ui/link";
import type { Language } from "~/i18n/languages";
import { HelpSearch } from "./help-search";

type Part = { html: string } | { picture: PictureName; alt: string };

export type ArticlePageProps = {
  texts: { title: string; search: string; next: string; languages: string };
  /** The language of the address. */
  language: string | null;
  contents: string;
  title: string;
  sections: readonly { id: string; title: string; parts: readonly Part[] }[];
  next: { to: string; title: string } | null;
  others: readonly { language: Language; to: string }[];
};

const linkClass = "text-accent underline underline-offset-4";

/** An article of the handbook with the way to the others and to its other languages. */
export function ArticlePage({ texts, language, contents, title, sections, next, others }: ArticlePageProps) {
  return (
    <div className="mx-auto max-w-3xl px-4 py-12 md:px-8 md:py-16">
      <Link to={contents} className={linkClass}>
        {texts.title}
      </Link>
      <article className="mt-4">
        <h1 className="text-3xl font-semibold tracking-tight text-balance">{title}</h1>
        {sections.map((section) => (
          <Section key={section.id} {...section} />
        ))}
      </article>
      <div className="mt-12 border-t pt-8">
        {next && (
          <p>
            {texts.next}{" "}
            <Link to={next.to} className={linkClass}>
              {next.title}
            </Link>
          </p>
        )}
        <HelpSearch label={texts.search} query="" language={language} />
        <nav aria-label={texts.languages} className="-mx-3 mt-6 flex flex-wrap">
          {others.map((other) => (
            <a
              key={other.language}
              href={other.to}
              hrefLang={other.language}
              lang={other.language}
              className="inline-flex min-h-11 items-center px-3 text-muted underline underline-offset-4 hover:text-ink"
            >
              {languageNames[other.language]}
            </a>
          ))}
        </nav>
      </div>
    </div>
  );
}

function Section({ id, title, parts }: ArticlePageProps["sections"][number]) {
  const content = parts.map((part, index) =>
    "html" in part ? (
      <div key={index} className="site-prose" dangerouslySetInnerHTML={{ __html: part.html }} />
    ) : (
      <Shot key={index} {...part} />
    ),
  );
  if (!id) return <div className="mt-6 space-y-4">{content}</div>;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-10 scroll-mt-20 space-y-4">
      <h2 id={`${id}-title`} className="text-xl font-semibold tracking-tight">
        {title}
      </h2>
      {content}
    </section>
  );
}

/** Wider screenshots fill the width of the text. */
const PHONE_WIDTH = 400;

/** A screenshot of the program, not larger than it is in the program. */
function Shot({ picture, alt }: { picture: PictureName; alt: string }) {
  const { i18n } = useTranslation();
  return (
    <figure
      className={cn("overflow-hidden rounded-lg border", pictureSizes[picture].width <= PHONE_WIDTH && "max-w-100")}
    >
      <Picture name={picture} language={i18n.language} alt={alt} sizes="(width < 48rem) 92vw, 704px" />
    </figure>
  );
}
