import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/browser/page-title";
import { plainLinks, plainPage } from "~/browser/plain-page";
import { ApiReference } from "~/components/api-reference/api-reference";
import { requestLanguage } from "~/i18n/i18n.server";
import { env, publicAddress } from "~/platform/env.server";
import { referenceFor } from "~/server/api/reference.server";

export const handle = plainPage;
export const links = plainLinks;

/** What the REST API does (API-01), made from the same schemas as its answers. */
export async function loader({ request }: LoaderFunctionArgs) {
  return referenceFor(publicAddress(env()), await requestLanguage(request));
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.texts.title);

export default function ApiReferencePage() {
  return <ApiReference reference={useLoaderData<typeof loader>()} />;
}
