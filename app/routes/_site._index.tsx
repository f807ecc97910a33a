import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { CalendarCheck, Handshake, Scale } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { TRIAL_DAYS } from "~/domain/organizations/organization";
import { translator } from "~/i18n/i18n.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const t = await translator(request);
  return {
    title: t("site:landing.page_title"),
    description: t("site:landing.subtitle", { days: TRIAL_DAYS }),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.title },
  { name: "description", content: data?.description },
];

const features = [
  { key: "leads", icon: Handshake },
  { key: "rules", icon: Scale },
  { key: "monthly", icon: CalendarCheck },
] as const;

export default function Landing() {
  const { t } = useTranslation("site");
  return (
    <div className="mx-auto max-w-6xl px-4 py-16 md:px-8 md:py-24">
      <h1 className="max-w-3xl text-3xl leading-tight font-semibold tracking-tight text-balance md:text-5xl">
        {t("landing.title")}
      </h1>
      <p className="mt-6 max-w-2xl text-lg text-muted">{t("landing.subtitle", { days: TRIAL_DAYS })}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink size="lg" to="/auth?tab=signup">
          {t("nav.start_trial")}
        </ButtonLink>
        <ButtonLink size="lg" variant="secondary" to="/affiliate/login">
          {t("nav.affiliate_login")}
        </ButtonLink>
      </div>
      <ul className="mt-16 grid gap-6 md:grid-cols-3">
        {features.map(({ key, icon: Icon }) => (
          <li key={key} className="rounded-xl border bg-surface p-6">
            <Icon aria-hidden className="size-6 text-accent" />
            <h2 className="mt-4 text-base font-semibold">{t(`landing.features.${key}.title`)}</h2>
            <p className="mt-2 text-muted">{t(`landing.features.${key}.text`)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
