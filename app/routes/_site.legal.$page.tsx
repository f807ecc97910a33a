import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { siteMeta } from "~/server/site-page.server";
import { plainPage } from "~/browser/plain-page";
import { requestLanguage, siteContent } from "~/server/request-language.server";
import { readLegalPage, type LegalPage } from "~/server/legal.server";

export const handle = plainPage;

/** A page that the operator has written: imprint or privacy. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const language = await requestLanguage(request);
  const page = readLegalPage(params["page"], language);
  if (!page) throw new Response(null, { status: 404 });
  const name = params["page"] as LegalPage;
  const { legal, descriptions } = siteContent(request, language);
  const meta = siteMeta(request, { title: legal[name], description: descriptions[name] });
  return { ...page, title: legal[name], meta };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function Legal() {
  const { html, title } = useLoaderData<typeof loader>();
  return (
    <article className="mx-auto max-w-3xl px-4 py-12 md:px-8 md:py-20">
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <div className="site-prose mt-8" dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}
