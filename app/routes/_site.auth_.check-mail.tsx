import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { AuthCard } from "~/components/shell/auth-card";
import { Icon } from "~/components/ui/icon";
import { translator } from "~/server/request-language.server";
import { pageTitle } from "~/browser/page-title";
import { Link } from "~/components/ui/link";
import { paths } from "~/paths/paths";
import { pendingSignUp } from "~/server/pending-sign-up.server";

/** The page after a link was requested: the same text whether or not an email was sent. */
export async function loader({ request }: LoaderFunctionArgs) {
  const t = await translator(request);
  const wanted = new URL(request.url).searchParams.get("for");
  const purpose = wanted === "reset" ? ("reset" as const) : ("confirm" as const);
  const pending = purpose === "confirm" ? await pendingSignUp(request) : null;
  return {
    purpose,
    pending: pending && { id: pending.id, email: pending.email },
    title: t("auth:check_mail.title"),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function CheckMail() {
  const { purpose, pending } = useLoaderData<typeof loader>();
  const { t } = useTranslation("auth");
  return (
    <AuthCard title={t("check_mail.title")} footer={<Link to={paths.signIn()}>{t("back_to_signin")}</Link>}>
      <div className="flex gap-4">
        <Icon name="mail-check" className="mt-0.5 size-6 shrink-0 text-accent" />
        <p className="min-w-0 wrap-anywhere">
          {pending ? t("check_mail.confirm_to", { email: pending.email }) : t(`check_mail.${purpose}`)}
        </p>
      </div>
      {pending && <NotArrived signUpId={pending.id} />}
    </AuthCard>
  );
}

/** Explains what to do when no email arrives: look elsewhere, send it again, or correct the address. */
function NotArrived({ signUpId }: { signUpId: string }) {
  const { t } = useTranslation("auth");
  return (
    <div className="mt-6 grid gap-4 border-t pt-4">
      <p className="text-muted">{t("check_mail.not_arrived")}</p>
      <Form method="post" action={paths.resendConfirmation()} className="grid">
        <input type="hidden" name="sign_up" value={signUpId} />
        <SubmitButton variant="secondary" pendingLabel={t("check_mail.sending")}>
          {t("check_mail.send_again")}
        </SubmitButton>
      </Form>
      <p className="text-center">
        <Link to={paths.signUp()} className="underline underline-offset-4">
          {t("check_mail.correct")}
        </Link>
      </p>
    </div>
  );
}
