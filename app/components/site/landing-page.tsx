import { ButtonLink } from "~/components/ui/button";
import { cn } from "~/components/ui/cn";
import { Icon } from "~/components/ui/icon";
import { namesOf } from "~/domain/shared/field-list";
import type { SiteContent } from "~/i18n/site-texts.server";
import { Comparison } from "./comparison";
import { Picture } from "./picture";
import { PriceCard, type Onward } from "./price-card";
import { Section } from "./section";

export type LandingProps = { content: SiteContent; language: string; onward: Onward; plansTo: string };

/** The content of the landing page between header and footer. */
export function LandingPage({ content, language, onward, plansTo }: LandingProps) {
  return (
    <>
      <Hero content={content} language={language} onward={onward} />
      <Figures content={content} />
      <Ways content={content} />
      <Features content={content} language={language} />
      <Steps content={content} language={language} />
      <PriceCard content={content} onward={onward} plansTo={plansTo} />
      <Comparison content={content} />
      <Voices content={content} />
      <Questions content={content} />
      <Closing content={content} onward={onward} />
    </>
  );
}

type Part = { content: SiteContent };

function Hero({ content: { hero }, language, onward }: Omit<LandingProps, "plansTo">) {
  return (
    <div className="site-glow">
      <div className="mx-auto max-w-6xl px-4 pt-12 pb-8 md:px-8 md:pt-24 md:pb-12">
        <div className="mx-auto max-w-3xl text-center">
          <h1 className="text-2xl font-semibold tracking-tight text-balance md:text-3xl">{hero.title}</h1>
          <p className="mx-auto mt-6 max-w-2xl text-base text-pretty text-muted md:text-lg md:leading-normal">
            {hero.text}
          </p>
          <div className="mt-8 flex flex-wrap justify-center gap-3">
            <ButtonLink size="lg" to={onward.to} className="max-md:w-full">
              {onward.label}
            </ButtonLink>
            <ButtonLink size="lg" variant="secondary" to="#how-it-works" className="max-md:w-full">
              {hero.more}
            </ButtonLink>
          </div>
          <p className="mt-4 text-sm text-muted">{hero.note}</p>
        </div>
        <div className="mx-auto mt-12 max-w-72 overflow-hidden rounded-xl border bg-surface shadow-float md:mt-16 md:max-w-none">
          <Picture
            name="pipeline"
            narrow="pipeline-phone"
            language={language}
            alt={hero.picture}
            sizes="(width < 48rem) 18rem, (width < 74rem) calc(100vw - 4rem), 68rem"
            first
          />
        </div>
      </div>
    </div>
  );
}

function Figures({ content: { figures } }: Part) {
  return (
    <Section id="figures" title={figures.title} hideTitle className="py-8 md:py-12">
      <dl className="grid gap-8 text-center sm:grid-cols-3 sm:divide-x">
        {figures.items.map(({ figure, label }) => (
          <div key={label} className="flex flex-col-reverse gap-1">
            <dt className="text-muted">{label}</dt>
            <dd className="text-2xl font-semibold tracking-tight tabular-nums md:text-3xl">{figure}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Ways({ content: { ways } }: Part) {
  const both = [
    { ...ways.old, icon: "x", look: "bg-sunken text-muted", mark: "text-faint" },
    { ...ways.new, icon: "check", look: "border-accent bg-surface", mark: "text-accent" },
  ] as const;
  return (
    <Section id="ways" title={ways.title} text={ways.text}>
      <div className="mx-auto mt-10 grid max-w-5xl gap-4 md:mt-12 md:grid-cols-2 md:gap-6">
        {both.map(({ title, points, icon, look, mark }) => (
          <div key={title} className={cn("rounded-xl border p-6 md:p-8", look)}>
            <h3 className="text-lg font-semibold">{title}</h3>
            <ul className="mt-6 grid gap-4">
              {points.map((point) => (
                <li key={point} className="flex gap-3">
                  <Icon name={icon} className={cn("mt-0.5 size-5 shrink-0", mark)} />
                  {point}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  );
}

function Features({ content: { features }, language }: Part & { language: string }) {
  return (
    <Section id="features" title={features.title} text={features.text}>
      <div className="mt-10 grid gap-6 md:mt-12 md:gap-8">
        {namesOf(features.items).map((name, index) => {
          const { title, text, points, picture } = features.items[name];
          return (
            <article key={name} className="grid overflow-hidden rounded-xl border bg-surface lg:grid-cols-[5fr_6fr]">
              <div className="self-center p-6 md:p-10">
                <h3 className="text-lg font-semibold md:text-xl">{title}</h3>
                <p className="mt-3 text-muted">{text}</p>
                <ul className="mt-6 grid gap-3">
                  {points.map((point) => (
                    <li key={point} className="flex gap-3">
                      <Icon name="check" className="mt-0.5 size-5 shrink-0 text-accent" />
                      {point}
                    </li>
                  ))}
                </ul>
              </div>
              <div
                className={cn(
                  "flex items-end bg-sunken pt-6 pl-6 md:pt-10 md:pl-10",
                  index % 2 === 1 && "lg:order-first lg:pr-10 lg:pl-0",
                )}
              >
                <div
                  className={cn(
                    "w-full overflow-hidden rounded-tl-xl border-t border-l bg-canvas",
                    index % 2 === 1 && "lg:rounded-tl-none lg:rounded-tr-xl lg:border-r lg:border-l-0",
                  )}
                >
                  <Picture
                    name={name}
                    narrow={`${name}-phone`}
                    language={language}
                    alt={picture}
                    sizes="(width < 64rem) calc(100vw - 4rem), 34rem"
                  />
                </div>
              </div>
            </article>
          );
        })}
      </div>
    </Section>
  );
}

const stepPictures = ["invite", "win", "pay"] as const;

function Steps({ content: { steps }, language }: Part & { language: string }) {
  return (
    <Section id="how-it-works" title={steps.title}>
      <ol className="mt-10 grid gap-8 md:mt-12 md:grid-cols-3">
        {steps.items.map(({ title, text, picture }, index) => (
          <li key={title}>
            <div className="mb-6 overflow-hidden rounded-xl border bg-surface">
              <Picture
                name={stepPictures[index]!}
                language={language}
                alt={picture}
                sizes="(width < 48rem) calc(100vw - 2rem), 22rem"
              />
            </div>
            <span
              aria-hidden
              className="grid size-10 place-items-center rounded-full bg-accent-soft font-semibold text-accent"
            >
              {index + 1}
            </span>
            <h3 className="mt-4 text-base font-semibold">{title}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Voices({ content: { voices } }: Part) {
  return (
    <Section id="voices" title={voices.title} text={voices.note}>
      <div className="mt-10 grid gap-4 md:mt-12 md:grid-cols-3 md:gap-6">
        {voices.items.map(({ text, person, role, company }) => (
          <figure key={person} className="flex flex-col rounded-xl border bg-surface p-6">
            <blockquote className="grow text-pretty">{text}</blockquote>
            <figcaption className="mt-6 text-sm">
              <span className="block font-semibold">{person}</span>
              <span className="text-muted">{`${role}, ${company}`}</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}

function Questions({ content: { questions } }: Part) {
  return (
    <Section id="questions" title={questions.title}>
      <div className="mx-auto mt-10 max-w-3xl border-t md:mt-12">
        {questions.items.map(({ question, answer }) => (
          <details key={question} name="questions" className="group border-b">
            <summary className="flex min-h-14 items-center justify-between gap-4 py-3 font-medium">
              {question}
              <Icon
                name="plus"
                className="size-5 shrink-0 text-muted transition-[rotate] duration-150 group-open:rotate-45"
              />
            </summary>
            <p className="max-w-2xl pb-5 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}

function Closing({ content: { closing }, onward }: Part & { onward: Onward }) {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-4 pb-16 md:px-8 md:pb-24">
      <section aria-labelledby="closing-title" className="rounded-xl bg-accent-soft px-6 py-12 text-center md:py-20">
        <h2 id="closing-title" className="text-xl font-semibold tracking-tight md:text-2xl">
          {closing.title}
        </h2>
        <p className="mx-auto mt-4 max-w-xl">{closing.text}</p>
        <ButtonLink size="lg" to={onward.to} className="mt-8">
          {onward.label}
        </ButtonLink>
      </section>
    </div>
  );
}
