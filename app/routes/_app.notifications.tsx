import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ScreenError } from "~/components/errors/screen-error";
import { noticeIntents } from "~/components/notifications/notice-intents";
import { NoticesScreen } from "~/components/notifications/notices-screen";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { loadNotices, noticeHandlers } from "~/server/notice-forms.server";
import { staffScope } from "~/server/open-scope.server";
import { sendForm } from "~/browser/client-actions";
import { screenTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("notices:title");
  return staffScope({ request, context }, async (scope) => ({
    title,
    ...(await loadNotices(scope, request)),
  }));
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    of: noticeIntents,
    intents: noticeHandlers(paths.notifications()),
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, noticeIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

export default function StaffNotices() {
  const { page, timeZone, unread } = useLoaderData<typeof loader>();
  const { t } = useTranslation("notices");
  return (
    <NoticesScreen
      page={page}
      timeZone={timeZone}
      unread={unread}
      path={paths.notifications()}
      emptyText={t("empty_staff")}
    />
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("notices");
  return <ScreenError title={t("title")} failed={t("failed")} screen={paths.notifications()} />;
}
