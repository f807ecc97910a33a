import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MailView } from "~/components/mailbox/mail-view";
import { PublicShell } from "~/components/shell/public-shell";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { Link } from "~/components/ui/link";
import { PageHeader } from "~/components/ui/page-header";
import { translator } from "~/server/request-language.server";
import { listMails, readMail } from "~/platform/mail/mailbox.server";
import { requireMailbox } from "~/server/mailbox-folder.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";

/** The local mailbox, used without a mail server. */
export async function loader({ request }: LoaderFunctionArgs) {
  const folder = requireMailbox();
  const t = await translator(request);
  const id = new URL(request.url).searchParams.get("mail");
  const mails = await listMails(folder);
  return {
    title: t("mailbox:title"),
    texts: { text: t("mailbox:text"), empty: t("mailbox:empty"), templates: t("mailbox:templates") },
    frame: t("mailbox:html"),
    open: id ? await readMail(folder, id) : (mails[0] ?? null),
    mails: mails.map(({ id, subject, to }) => ({ id, subject, to })),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Mailbox() {
  const { title, texts, frame, mails, open } = useLoaderData<typeof loader>();
  return (
    <PublicShell>
      <div className="mx-auto max-w-6xl px-4 py-8 text-sm md:px-8">
        <PageHeader
          title={title}
          subtitle={texts.text}
          actions={
            <ButtonLink to={paths.mailTemplates()} variant="secondary">
              {texts.templates}
            </ButtonLink>
          }
        />
        {mails.length === 0 ? (
          <EmptyState title={texts.empty} />
        ) : (
          <div className="mt-6 grid gap-6 md:grid-cols-[20rem_1fr]">
            <ul className="grid content-start gap-1">
              {mails.map((mail) => (
                <li key={mail.id}>
                  <Link
                    to={`?mail=${mail.id}`}
                    aria-current={mail.id === open?.id || undefined}
                    className="block rounded-md px-3 py-2 hover:bg-sunken aria-current:bg-accent-soft"
                  >
                    <span className="block font-medium">{mail.subject}</span>
                    <span className="block text-muted">{mail.to}</span>
                  </Link>
                </li>
              ))}
            </ul>
            {open && <MailView mail={open} title={frame} />}
          </div>
        )}
      </div>
    </PublicShell>
  );
}
