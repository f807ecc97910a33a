import path from "node:path";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PublicShell } from "~/components/shell/public-shell";
import { EmptyState } from "~/components/ui/empty-state";
import { PageHeader } from "~/components/ui/page-header";
import { translator } from "~/i18n/i18n.server";
import { env } from "~/platform/env.server";
import { listMails, readMail } from "~/platform/mail/mailbox.server";
import { isProduction } from "~/web/app-context.server";
import { pageTitle } from "~/web/page-title";

// The mailbox of a program without SMTP: whoever can open it reads everybody's mail, so production has none (NOT-03).

export async function loader({ request }: LoaderFunctionArgs) {
  if (isProduction() || env().SMTP_URL) throw new Response(null, { status: 404 });
  const t = await translator(request);
  const folder = path.join(env().DATA_DIR, "mail");
  const id = new URL(request.url).searchParams.get("mail");
  const mails = await listMails(folder);
  return {
    title: t("site:mailbox.title"),
    open: id ? await readMail(folder, id) : (mails[0] ?? null),
    mails: mails.map(({ id, subject, to }) => ({ id, subject, to })),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Mailbox() {
  const { mails, open } = useLoaderData<typeof loader>();
  const { t } = useTranslation("site");
  return (
    <PublicShell>
      <div className="mx-auto max-w-6xl px-4 py-8 text-sm md:px-8">
        <PageHeader title={t("mailbox.title")} subtitle={t("mailbox.text")} />
        {mails.length === 0 ? (
          <EmptyState title={t("mailbox.empty")} />
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
            {open && (
              <article className="min-w-0 rounded-xl border bg-surface p-6">
                <h2 className="text-base font-semibold">{open.subject}</h2>
                <p className="text-muted">{open.to}</p>
                <div className="mt-4 wrap-anywhere whitespace-pre-wrap">
                  <Linkified text={open.text} />
                </div>
              </article>
            )}
          </div>
        )}
      </div>
    </PublicShell>
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
