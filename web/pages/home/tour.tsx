/**
 * The newcomer's way in, in a demo market: one line with the next step, and all four with ticks on request. Drawn on the server and
 * opened by the browser itself; the shell keeps in a cookie that it was dismissed.
 */
import type { ReactNode } from "react";
import { pathOf } from "#contract/platform/paths.ts";
import type { HomeProps } from "#contract/market/pages.ts";
import { IconButton, LinkButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { check, chevronDown, close } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import type { PageSetting } from "#sdk/screen.ts";

type Props = NonNullable<HomeProps["tour"]> & { readonly setting: PageSetting };

type Step = {
  readonly isDone: boolean;
  readonly title: string;
  readonly text: ReactNode;
  readonly href: string;
  readonly label: string;
};

export function Tour(props: Props) {
  const { t } = props.setting;
  const steps = stepsOf(props);
  const next = steps.find(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section
      id="tour"
      aria-labelledby="tour-title"
      className="mb-6 rounded-xl border border-brand/30 bg-brand-soft text-sm md:mt-4 md:mb-0"
    >
      <div className="flex items-start gap-x-3 ps-4 pe-1">
        <details className="group min-w-0 grow">
          <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5">
            <h2 id="tour-title" className="font-semibold text-brand">
              {t("pages.tour.title")}
            </h2>
            <span className="inline-flex items-center gap-x-3 text-xs">
              {t("pages.tour.progress", { done: String(done), all: String(steps.length) })}
              <Icon shape={chevronDown} className="text-brand group-open:rotate-180" />
            </span>
          </summary>
          <p className="max-w-2xl">{t("pages.tour.text")}</p>
          <ol className="grid gap-x-6 gap-y-3 pt-3 pb-4 sm:grid-cols-2 lg:grid-cols-4">
            {steps.map((step, place) => (
              <StepLine key={step.label} step={step} place={place + 1} doneLabel={t("pages.tour.done")} />
            ))}
          </ol>
        </details>
        {next && (
          <p className="flex min-h-11 shrink-0 items-center py-1 max-sm:hidden">
            <LinkButton size="sm" href={next.href} className="whitespace-nowrap">
              {next.label}
            </LinkButton>
          </p>
        )}
        <IconButton id="tour-dismiss" label={t("pages.tour.dismiss")}>
          <Icon shape={close} />
        </IconButton>
      </div>
    </section>
  );
}

function StepLine({ step, place, doneLabel }: { step: Step; place: number; doneLabel: string }) {
  return (
    <li className="grid grid-cols-[auto_1fr] content-start gap-x-3 gap-y-0.5">
      <span
        className={cx(
          "grid size-6 place-items-center rounded-full text-2xs font-bold",
          step.isDone ? "bg-good-soft text-good" : "bg-brand text-on-brand",
        )}
      >
        {step.isDone ? <Icon shape={check} size={14} label={doneLabel} /> : place}
      </span>
      <h3 className="font-semibold">{step.title}</h3>
      <p className="col-start-2">{step.text}</p>
      {!step.isDone && (
        <a href={step.href} className="col-start-2 justify-self-start font-semibold text-brand underline">
          {step.label}
        </a>
      )}
    </li>
  );
}

function stepsOf({ robot, offerHash, done, setting: { t, locale, session } }: Props): Step[] {
  const link = (path: string) => (chunks: ReactNode[]) => (
    <a key={path} href={path} className="font-semibold text-brand underline">
      {chunks}
    </a>
  );
  const login = pathOf(locale, "login", undefined);
  const words = { inbox: link(pathOf(locale, "demoInbox", undefined)), login: link(login) };
  return [
    {
      isDone: session !== null,
      title: t("pages.tour.one_title"),
      text: session ? t("pages.tour.one_done", { name: session.username }) : t.rich("pages.tour.one_text", words),
      href: pathOf(locale, "register", undefined),
      label: t("pages.tour.one_do"),
    },
    {
      isDone: done.includes("buy"),
      title: t("pages.tour.two_title"),
      text: t("pages.tour.two_text", { robot }),
      href: offerHash ? pathOf(locale, "viewOffer", { hash: offerHash }) : pathOf(locale, "user", { username: robot }),
      label: t("pages.tour.two_do"),
    },
    {
      isDone: done.includes("sell"),
      title: t("pages.tour.three_title"),
      text: t("pages.tour.three_text"),
      href: `${pathOf(locale, "createOffer", undefined)}?type=sell`,
      label: t("pages.tour.three_do"),
    },
    {
      isDone: done.includes("both"),
      title: t("pages.tour.four_title"),
      text: t("pages.tour.four_text"),
      href: login,
      label: t("pages.tour.four_do"),
    },
  ];
}
