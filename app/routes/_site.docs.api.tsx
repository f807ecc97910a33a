import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { plainPage } from "~/browser/plain-page";
import { ApiReference } from "~/components/api-reference/api-reference";
import { requestLanguage, siteContent } from "~/server/request-language.server";
import { env, publicAddress } from "~/platform/env.server";
import { referenceFor } from "~/server/api/reference.server";
import { siteMeta } from "~/server/site-page.server";

export const handle = plainPage;
/** The REST API documentation (API-01), made from the same schemas as the responses. */
export async function loader({ request }: LoaderFunctionArgs) {
  const language = await requestLanguage(request);
  const reference = await referenceFor(publicAddress(env()), language);
  const description = siteContent(request, language).descriptions.api;
  return { reference, meta: siteMeta(request, { title: reference.texts.title, description }) };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function ApiReferencePage() {
  return <ApiReference reference={useLoaderData<typeof loader>().reference} />;
}
