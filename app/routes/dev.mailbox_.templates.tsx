import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MailView } from "~/components/mailbox/mail-view";
import { languageNames } from "~/components/shell/language-switch";
import { PublicShell } from "~/components/shell/public-shell";
import { Link } from "~/components/ui/link";
import { PageHeader } from "~/components/ui/page-header";
import { isLanguage, languages } from "~/i18n/languages";
import { requestLanguage, translator } from "~/server/request-language.server";
import { mailKinds } from "~/i18n/mail-kinds";
import { sampleMail } from "~/platform/mail/samples.server";
import { links } from "~/server/app-context.server";
import { requireMailbox } from "~/server/mailbox-folder.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";

/** Every email in every language, with made-up values. */
export async function loader({ request }: LoaderFunctionArgs) {
  requireMailbox();
  const t = await translator(request);
  const { searchParams } = new URL(request.url);
  const wanted = { kind: searchParams.get("kind"), language: searchParams.get("language") };
  const kind = mailKinds.find((one) => one === wanted.kind) ?? mailKinds[0]!;
  const language = isLanguage(wanted.language) ? wanted.language : await requestLanguage(request);
  return {
    title: t("mailbox:templates"),
    texts: { text: t("mailbox:templates_text"), language: t("mailbox:language") },
    frame: t("mailbox:html"),
    kinds: mailKinds,
    kind,
    language,
    mail: await sampleMail(kind, language, links()),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

const link = "block rounded-md px-3 py-2 hover:bg-sunken aria-current:bg-accent-soft";

export default function MailTemplates() {
  const { title, texts, frame, kinds, kind, language, mail } = useLoaderData<typeof loader>();
  return (
    <PublicShell>
      <div className="mx-auto max-w-6xl px-4 py-8 text-sm md:px-8">
        <PageHeader title={title} subtitle={texts.text} />
        <nav aria-label={texts.language} className="mt-6 flex flex-wrap gap-1">
          {languages.map((one) => (
            <Link
              key={one}
              to={paths.mailTemplates({ kind, language: one })}
              aria-current={one === language || undefined}
              className={link}
            >
              {languageNames[one]}
            </Link>
          ))}
        </nav>
        <div className="mt-2 grid gap-6 md:grid-cols-[20rem_1fr]">
          <nav aria-label={title} className="grid content-start gap-1">
            {kinds.map((one) => (
              <Link
                key={one}
                to={paths.mailTemplates({ kind: one, language })}
                aria-current={one === kind || undefined}
                className={link}
              >
                {one}
              </Link>
            ))}
          </nav>
          <MailView mail={mail} title={frame} lang={language} />
        </div>
      </div>
    </PublicShell>
  );
}
