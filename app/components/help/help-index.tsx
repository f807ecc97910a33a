import { Link } from "~/components/ui/link";

export type HelpIndexProps = {
  groups: readonly { title: string; articles: readonly { to: string; title: string; summary: string }[] }[];
};

/** All articles by their readers. */
export function HelpIndex({ groups }: HelpIndexProps) {
  return groups.map(({ title, articles }) => (
    <section key={title} className="mt-12">
      <h2 className="text-lg font-semibold">{title}</h2>
      <ul className="mt-4 grid gap-4 md:grid-cols-2">
        {articles.map((article) => (
          <li key={article.to} className="relative rounded-lg border bg-surface p-4 hover:border-control">
            <Link to={article.to} className="font-medium text-accent after:absolute after:inset-0">
              {article.title}
            </Link>
            <p className="mt-1 text-sm text-muted">{article.summary}</p>
          </li>
        ))}
      </ul>
    </section>
  ));
}
