/** The way to the first trade, step by step, until there is one. */
import type { DashboardProps } from "#contract/market/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";
import { check } from "#ui/icons/shapes.ts";
import { Meter } from "#ui/meter.tsx";

export function GetStarted({ start }: { start: NonNullable<DashboardProps["start"]> }) {
  const page = usePage();
  const t = useT();
  const steps = [
    { key: "email", isDone: start.isEmailConfirmed, href: page.href("confirmEmail", undefined) },
    { key: "name", isDone: start.isNamed, href: page.href("accountName", undefined) },
    { key: "factor", isDone: start.hasFactor, href: page.href("accountSecurity", undefined) },
    { key: "identity", isDone: start.isIdentified, href: page.href("kycVerification", undefined) },
    {
      key: start.hasStarted ? "finish" : "trade",
      isDone: false,
      href: start.hasStarted
        ? page.href("tradeHistory", undefined)
        : page.href("offersSearch", { side: "buy", crypto: "BTC" }),
    },
  ] as const;
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Card aria-labelledby="start" className="grid gap-4 p-5">
      <div className="grid gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-2">
          <h2 id="start" className="text-lg font-semibold">
            {t("dashboard.start.title")}
          </h2>
          <p className="text-xs text-muted">{t("dashboard.start.progress", { done, of: steps.length })}</p>
        </div>
        <Meter isAim value={done} max={steps.length} label={t("dashboard.start.title")} />
      </div>
      <ol className="grid gap-3 md:grid-cols-2 lg:grid-cols-5">
        {steps.map(({ key, isDone, href }, place) => (
          <li key={key} className="grid content-start gap-2 rounded-lg bg-sunken p-4">
            <span className="flex items-center gap-2 text-sm font-semibold">
              <span
                className={cx(
                  "grid size-6 shrink-0 place-items-center rounded-full text-xs",
                  isDone ? "bg-good text-on-brand" : "border border-edge",
                )}
              >
                {isDone ? <Icon shape={check} size={12} label={t("dashboard.start.done")} /> : place + 1}
              </span>
              {t(`dashboard.start.${key}.title`)}
            </span>
            {!isDone && (
              <>
                <p className="text-xs text-muted">{t(`dashboard.start.${key}.text`)}</p>
                <LinkButton
                  size="sm"
                  look={key === next?.key ? "primary" : "secondary"}
                  className="justify-self-start"
                  href={href}
                >
                  {t(`dashboard.start.${key}.act`)}
                </LinkButton>
              </>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
