import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { intent } from "~/browser/intents";
import { pageTitle } from "~/browser/page-title";
import { plainPage } from "~/browser/plain-page";
import { AuthCard } from "~/components/shell/auth-card";
import { Button, ButtonLink } from "~/components/ui/button";
import { subscriptionIntents } from "~/components/subscription/intents";
import { subscriptionState } from "~/domain/subscriptions/subscription";
import type { Scope } from "~/domain/shared/scope";
import { paths } from "~/paths/paths";
import { staffScope } from "~/server/open-scope.server";
import { sitePage } from "~/server/site-page.server";

export const handle = plainPage;

/** Interval for checking the subscription again, in seconds (PUB-11). */
const AGAIN_AFTER = 8;

/** Maximum number of checks, while the payment has not been confirmed. */
const MAX_TIMES = 5;

/** The page after the checkout. The payment may be confirmed a moment later, so the page checks again. */
export async function loader(args: LoaderFunctionArgs) {
  const { content, user } = await sitePage(args);
  const { text, title, status, check, go, signIn } = content.success;
  const state = user?.membership && (await staffScope(args, stateOf));
  return {
    title,
    text,
    check,
    status: state ? status[state] : null,
    next: user ? { to: paths.leads(), label: go } : { to: paths.signIn(), label: signIn },
  };
}

async function stateOf(scope: Scope) {
  return subscriptionState(await scope.organization(), scope.now).status;
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...pageTitle(data?.title),
  { name: "robots", content: "noindex" },
];

export default function SubscriptionSuccess() {
  const { title, text, status, check, next } = useLoaderData<typeof loader>();
  const again = paths.subscriptionSuccess();
  return (
    <AuthCard title={title} description={text} footer={status && <CheckAgain label={check} />}>
      {status && (
        <p role="status" data-ask-again={again} data-seconds={AGAIN_AFTER} data-times={MAX_TIMES} className="mb-6">
          {status}
        </p>
      )}
      <ButtonLink to={next.to} className="w-full">
        {next.label}
      </ButtonLink>
    </AuthCard>
  );
}

/** Queries Stripe again. The script of the page sends it every {@link AGAIN_AFTER} seconds for a while. */
function CheckAgain({ label }: { label: string }) {
  return (
    <form method="post" action={paths.settings("subscription")} data-check>
      <input type="hidden" {...intent(subscriptionIntents, "refresh")} />
      <input type="hidden" name="back" value="success" />
      <Button type="submit" variant="ghost">
        {label}
      </Button>
    </form>
  );
}
