import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { AuthCard } from "~/components/shell/auth-card";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { openToken, unsubscribe } from "~/server/unsubscribe.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";

// The page that turns off an email, without a session. Opening the page changes nothing, because mail scanners open
// links.

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { topic } = openToken(params["token"]);
  const t = await translator(request);
  const done = new URL(request.url).searchParams.has("done");
  return { topic, done, title: t("notices:unsubscribe.title") };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "anybody",
    run: async (_, { form }) => {
      await unsubscribe(args.params["token"]);
      // A mail program that posts by itself does not follow redirects (RFC 8058).
      if (!form.has("from_page")) return new Response(null, { status: 200 });
      return { to: paths.unsubscribe(args.params["token"], { done: "1" }) };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...pageTitle(data?.title),
  { name: "robots", content: "noindex" },
];

export default function Unsubscribe() {
  const { topic, done } = useLoaderData<typeof loader>();
  const { t } = useTranslation("notices");
  const what = t(`topics.${topic}.title`);
  return (
    <AuthCard
      title={t("unsubscribe.title")}
      description={done ? t("unsubscribe.done", { what }) : t("unsubscribe.text", { what })}
    >
      {done ? (
        <p role="status">{t("unsubscribe.again")}</p>
      ) : (
        <Form method="post" className="grid gap-4">
          <input type="hidden" name="from_page" value="1" />
          <SubmitButton>{t("unsubscribe.button")}</SubmitButton>
          <p className="text-muted">{t("unsubscribe.essential")}</p>
        </Form>
      )}
    </AuthCard>
  );
}
