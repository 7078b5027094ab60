/** What a new account does next, by what it has done already. */
import type { WelcomeProps } from "#contract/market/pages.ts";
import { pathOf } from "#contract/platform/paths.ts";
import { contentPath } from "#contract/site/content.ts";
import { REWARDED_LESSON } from "#contract/site/academy-names.ts";
import { localized } from "#contract/platform/localized.ts";
import type { PageSetting } from "#sdk/screen.ts";
import { LinkButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { check } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { Meter } from "#ui/meter.tsx";

type Props = WelcomeProps & { readonly setting: PageSetting };
type Step = {
  readonly title: string;
  readonly text: string;
  readonly act: string;
  readonly href: string;
  readonly isDone: boolean;
};

export function WelcomePage({ setting, ...props }: Props) {
  const { t } = setting;
  const steps = stepsOf(props, setting);
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  const sentence = t("dashboard.start.progress", { done, of: steps.length });
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6 py-10">
      <header className="grid gap-2">
        <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">
          {props.username === null ? t("welcome.title") : t("welcome.hello", { name: props.username })}
        </h1>
        <p className="text-muted">{t("welcome.lead")}</p>
        <div className="mt-1 grid max-w-sm gap-1.5 text-sm">
          <p className="font-medium">{sentence}</p>
          <Meter isAim value={done} max={steps.length} label={sentence} />
        </div>
      </header>
      <ol className="grid divide-y divide-line rounded-xl border border-line bg-raised shadow-card">
        {steps.map((step, at) => (
          <li key={step.title} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
            <span
              className={cx(
                "grid size-8 shrink-0 place-items-center rounded-full text-sm font-semibold",
                step.isDone ? "bg-good text-on-brand" : "bg-brand-soft text-brand",
              )}
            >
              {step.isDone ? <Icon shape={check} size={14} label={t("dashboard.start.done")} /> : at + 1}
            </span>
            <div className="grid min-w-0 grow basis-52 gap-0.5">
              <h2 className={cx("font-semibold", step.isDone && "text-muted")}>{step.title}</h2>
              {!step.isDone && <p className="text-sm text-muted">{step.text}</p>}
            </div>
            {!step.isDone && (
              <LinkButton size="sm" look={step === next ? "primary" : "secondary"} href={step.href}>
                {step.act}
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
      <p className="flex flex-wrap gap-x-6 text-sm text-muted">
        {(["help", "academy"] as const).map((key) => (
          <a
            key={key}
            className="inline-flex min-h-11 items-center underline hover:text-ink"
            href={pathOf(setting.locale, key, undefined)}
          >
            {t(`${key}.title`)}
          </a>
        ))}
      </p>
    </div>
  );
}

function stepsOf(props: WelcomeProps, { t, locale }: PageSetting): Step[] {
  const step = (
    key: "email" | "name" | "factor" | "identity" | "trade" | "finish",
    href: string,
    isDone: boolean,
  ): Step => ({
    title: t(`dashboard.start.${key}.title`),
    text: t(`dashboard.start.${key}.text`),
    act: t(`dashboard.start.${key}.act`),
    href,
    isDone,
  });
  const lesson = {
    title: t("welcome.lesson.title"),
    text: t("welcome.lesson.text"),
    act: t("welcome.lesson.act"),
    href: localized(locale, contentPath(`academy/${REWARDED_LESSON}`)),
  };
  if (props.username === null)
    return [
      {
        title: t("welcome.account.title"),
        text: t("welcome.account.text"),
        act: t("shell.nav.register"),
        href: pathOf(locale, "register", undefined),
        isDone: false,
      },
      { ...lesson, isDone: false },
      step("trade", pathOf(locale, "offersSearch", { side: "buy", crypto: "BTC" }), false),
    ];
  const { start, hasLesson } = props;
  return [
    step("email", pathOf(locale, "confirmEmail", undefined), start.isEmailConfirmed),
    step("name", pathOf(locale, "accountName", undefined), start.isNamed),
    { ...lesson, isDone: hasLesson },
    step("factor", pathOf(locale, "accountSecurity", undefined), start.hasFactor),
    step("identity", pathOf(locale, "kycVerification", undefined), start.isIdentified),
    start.hasStarted
      ? step("finish", pathOf(locale, "tradeHistory", undefined), false)
      : step("trade", pathOf(locale, "offersSearch", { side: "buy", crypto: "BTC" }), false),
  ];
}
