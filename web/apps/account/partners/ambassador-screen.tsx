/** The ambassador program for everybody, with the reader's application, and as an ambassador the link, the newcomers and each month. */
import { useState } from "react";
import type { AmbassadorView } from "#contract/reach/ambassadors.ts";
import type { AmbassadorProps } from "#contract/reach/pages.ts";
import { signInHref } from "#sdk/sign-in-first.ts";
import { amountText, isolated } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { NumberedSteps } from "#ui/numbered-steps.tsx";
import { LinkCard } from "./link-card.tsx";
import { ApplicationCard } from "./application-card.tsx";
import { MonthsCard } from "./months-card.tsx";
import { NewcomersCard } from "./newcomers-card.tsx";

export const screen: PageScreen<"ambassador", typeof AmbassadorScreen> = {
  title: "ambassadors.title",
  description: (_, { t }) => t("ambassadors.lead"),
  texts: [
    "ambassadors.title",
    "ambassadors.lead",
    "ambassadors.levels",
    "ambassadors.how",
    "ambassadors.apply",
    "ambassadors.application",
    "ambassadors.own",
    "ambassadors.newcomers",
    "ambassadors.months",
    "partners.link",
    "partners.status",
    "partners.why",
    "refusals",
  ],
  isPublic: true,
};

export default function AmbassadorScreen({ rewards, days, own: first, newcomers, next }: AmbassadorProps) {
  const page = usePage();
  const t = useT();
  const session = useSession();
  const [own, setOwn] = useState(first);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="grid max-w-2xl gap-3">
        <h1 className="text-3xl font-bold tracking-tight">{t("ambassadors.title")}</h1>
        <p className="text-muted">{t("ambassadors.lead")}</p>
      </header>
      {own?.level && own.link && <Standing own={own} level={own.level} link={own.link} />}
      {own?.level && <NewcomersCard first={newcomers} next={next} />}
      {own !== null && (own.level !== null || own.months.length > 0) && <MonthsCard months={own.months} />}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card className="grid gap-4 p-5" aria-labelledby="how">
          <h2 id="how" className="text-lg font-semibold">
            {t("ambassadors.how.title")}
          </h2>
          <NumberedSteps
            steps={(["step_1", "step_2", "step_3", "step_4"] as const).map((step) => t(`ambassadors.how.${step}`))}
          />
        </Card>
        <Card className="grid gap-4 p-5" aria-labelledby="levels">
          <h2 id="levels" className="text-lg font-semibold">
            {t("ambassadors.levels.title")}
          </h2>
          <dl className="grid gap-2 text-sm">
            {rewards.map(({ level, amount }) => (
              <div key={level} className="flex flex-wrap justify-between gap-3 border-b border-line pb-2">
                <dt className="font-semibold">{t(`ambassadors.levels.${level}`)}</dt>
                <dd className="tabular-nums">
                  {t("ambassadors.levels.reward", { amount: isolated(amountText(page.locale, `${amount} USDT`)) })}
                </dd>
              </div>
            ))}
          </dl>
          <p className="text-xs text-muted">{t("ambassadors.levels.rule", { days })}</p>
        </Card>
      </div>
      {own !== null && own.level === null && <ApplicationCard own={own} onChange={setOwn} />}
      {!session && (
        <div>
          <LinkButton href={signInHref(page, page.href("ambassadorProgramLanding", undefined))}>
            {t("ambassadors.apply.sign_in")}
          </LinkButton>
        </div>
      )}
    </div>
  );
}

type StandingProps = { own: AmbassadorView; level: NonNullable<AmbassadorView["level"]>; link: string };

function Standing({ own, level, link }: StandingProps) {
  const page = usePage();
  const t = useT();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <LinkCard
        title={t("ambassadors.own.link")}
        link={link}
        label={t("ambassadors.own.qr")}
        hint={t("ambassadors.own.link_hint")}
      />
      <Card className="grid justify-items-start gap-3 p-5" aria-labelledby="standing">
        <h2 id="standing" className="font-semibold">
          {t("ambassadors.own.title")}
        </h2>
        <Badge tone="brand">{t("ambassadors.own.level", { level: t(`ambassadors.levels.${level}`) })}</Badge>
        {own.since && (
          <p className="text-sm text-muted">
            {t("ambassadors.own.since")} <LocalTime at={own.since} dateOnly />
          </p>
        )}
        <LinkButton look="secondary" size="sm" href={page.href("partnerProgram", undefined)}>
          {t("ambassadors.own.rewards")}
        </LinkButton>
      </Card>
    </div>
  );
}
