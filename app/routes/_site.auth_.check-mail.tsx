import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MailCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { AuthCard } from "~/components/shell/auth-card";
import { translator } from "~/i18n/i18n.server";
import { pageTitle } from "~/browser/page-title";
import { Link } from "~/components/ui/link";
import { paths } from "~/paths/paths";

/** After a link was asked for: the same words whether or not a mail went out. */
export async function loader({ request }: LoaderFunctionArgs) {
  const t = await translator(request);
  const wanted = new URL(request.url).searchParams.get("for");
  const purpose = wanted === "reset" ? ("reset" as const) : ("confirm" as const);
  return { purpose, title: t("auth:check_mail.title") };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function CheckMail() {
  const { purpose } = useLoaderData<typeof loader>();
  const { t } = useTranslation("auth");
  return (
    <AuthCard title={t("check_mail.title")} footer={<Link to={paths.signIn()}>{t("back_to_signin")}</Link>}>
      <div className="flex gap-4">
        <MailCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-accent" />
        <p>{t(`check_mail.${purpose}`)}</p>
      </div>
    </AuthCard>
  );
}
