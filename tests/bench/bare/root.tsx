import { Links, Meta, Outlet, Scripts } from "@remix-run/react";

/** A Remix app with nothing in it but one list of cards: what the leads page is measured against (P3). */
export default function App() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>Leads</title>
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}
