import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Flash } from "~/components/toast/flash";
import { Toaster } from "~/components/toast/toaster";
import { requestLanguage } from "~/i18n/i18n.server";
import { fallbackLanguage } from "~/i18n/languages";
import { takeToast } from "~/web/flash.server";
import { useNonce } from "~/web/nonce";
import "~/styles/app.css";

export { ErrorPage as ErrorBoundary } from "~/web/error-page";

export const links: LinksFunction = () => [{ rel: "icon", href: "/favicon.svg", type: "image/svg+xml" }];

/** For pages without a title of their own, such as errors. */
export const meta: MetaFunction = () => [{ title: "Finderlohn" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { toast, headers } = await takeToast(request);
  return data({ language: await requestLanguage(request), toast, requestId: context.requestId }, { headers });
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const root = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang={root?.language ?? fallbackLanguage}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        <Flash toast={root?.toast} />
        {children}
        <Toaster />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}
