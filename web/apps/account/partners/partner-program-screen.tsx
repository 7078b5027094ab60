/** One's own partner program: the link, whom it brought, what they earned, and every reward with its reason. */
import { useState } from "react";
import type { PartnerProgramProps } from "#contract/reach/pages.ts";
import { REFERRAL_DAYS } from "#contract/reach/partner/names.ts";
import { countText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Stat } from "#ui/stat.tsx";
import { BalanceCard } from "./balance-card.tsx";
import { DaysCard } from "./days-card.tsx";
import { LinkCard } from "./link-card.tsx";
import { RateLines } from "./rate-lines.tsx";
import { ReferrerCard } from "./referrer-card.tsx";
import { RewardList } from "./reward-list.tsx";

export const screen: PageScreen<"partner-program", typeof PartnerProgramScreen> = {
  title: "partners.title",
  texts: ["partners", "refusals", "policies.open"],
};

export default function PartnerProgramScreen({ program: first, rewards, next, days, terms }: PartnerProgramProps) {
  const page = usePage();
  const t = useT();
  const [program, setProgram] = useState(first);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 py-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid max-w-xl gap-1">
          <h1 className="text-2xl font-bold tracking-tight">{t("partners.title")}</h1>
          <p className="text-sm text-muted">{t("partners.lead")}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton look="secondary" size="sm" href={page.href("shareProfile", undefined)}>
            {t("partners.share")}
          </LinkButton>
          <LinkButton look="quiet" size="sm" href={page.href("ambassadorProgramLanding", undefined)}>
            {t("partners.ambassadors")}
          </LinkButton>
          <LinkButton look="quiet" size="sm" href={page.href("legal/partner-program-terms", undefined)}>
            {t("partners.terms")}
          </LinkButton>
          {terms.some(({ version, accepted }) => accepted?.version !== version) && (
            <LinkButton look="secondary" size="sm" href={`${page.href("accountPrivacy", undefined)}#policies`}>
              {t("policies.open")}
            </LinkButton>
          )}
        </div>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <LinkCard
          title={t("partners.link.title")}
          link={program.link}
          label={t("partners.link.qr")}
          note={t("partners.link.code", { code: program.code })}
          hint={t("partners.link.about", { days: REFERRAL_DAYS })}
        />
        <div className="grid gap-6">
          <Card className="grid gap-4 p-5" aria-labelledby="funnel">
            <h2 id="funnel" className="font-semibold">
              {t("partners.funnel.title")}
            </h2>
            <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
              {(["clicks", "signUps", "verified", "traded"] as const).map((step) => (
                <Stat
                  key={step}
                  size="xl"
                  label={t(`partners.funnel.${step}`)}
                  value={countText(page.locale, program.funnel[step])}
                />
              ))}
            </dl>
          </Card>
          <Card className="grid gap-3 p-5" aria-labelledby="rates">
            <h2 id="rates" className="font-semibold">
              {t("partners.rates.title")}
            </h2>
            <RateLines rates={program.rates} hasSecondTier={program.hasSecondTier} />
          </Card>
        </div>
      </div>
      <BalanceCard program={program} onChange={setProgram} />
      <RewardList key={program.balances.map(({ claimed }) => claimed).join()} first={rewards} next={next} />
      <DaysCard days={days} />
      <ReferrerCard program={program} onChange={setProgram} />
    </div>
  );
}
