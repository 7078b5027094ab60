/** The partner program for everybody: how it works, and what one could earn. */
import type { PartnerLandingProps } from "#contract/reach/pages.ts";
import { amountText, isolated } from "#sdk/words/money.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { NumberedSteps } from "#ui/numbered-steps.tsx";
import { Calculator } from "./calculator.tsx";
import { RateLines } from "./rate-lines.tsx";

export const screen: PageScreen<"partner-landing", typeof PartnerLandingScreen> = {
  title: "partners.landing.title",
  description: (_, { t }) => t("partners.landing.lead"),
  texts: [
    "partners.landing",
    "partners.calculator",
    "partners.rates",
    "partners.terms",
    "partners.ambassadors",
    "partners.balance.rule",
  ],
  isPublic: true,
};

export default function PartnerLandingScreen({ rates, claimUsd, holdDays }: PartnerLandingProps) {
  const page = usePage();
  const t = useT();
  const session = useSession();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 py-8">
      <header className="grid max-w-2xl gap-4">
        <h1 className="text-3xl font-bold tracking-tight">{t("partners.landing.title")}</h1>
        <p className="text-muted">{t("partners.landing.lead")}</p>
        <div className="flex flex-wrap gap-2">
          <LinkButton href={session ? page.href("partnerProgram", undefined) : page.href("register", undefined)}>
            {t("partners.landing.begin")}
          </LinkButton>
          <LinkButton look="quiet" href={page.href("ambassadorProgramLanding", undefined)}>
            {t("partners.ambassadors")}
          </LinkButton>
          <LinkButton look="quiet" href={page.href("legal/partner-program-terms", undefined)}>
            {t("partners.terms")}
          </LinkButton>
        </div>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card className="grid gap-4 p-5">
          <h2 className="text-lg font-semibold">{t("partners.landing.how")}</h2>
          <NumberedSteps
            steps={(["step_1", "step_2", "step_3"] as const).map((step) => t(`partners.landing.${step}`))}
          />
          <h2 className="text-lg font-semibold">{t("partners.rates.title")}</h2>
          <RateLines rates={rates} hasSecondTier />
          <p className="text-xs text-muted">
            {t("partners.balance.rule", { days: holdDays, usd: isolated(amountText(page.locale, `${claimUsd} USD`)) })}
          </p>
        </Card>
        <Calculator rates={rates} />
      </div>
    </div>
  );
}
