/** Rewards of the partner program in each coin, and the way to them. */
import type { RewardsSummary } from "#contract/reach/pages.ts";
import { amountText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";

export function RewardsBlock({ balances, signUps }: NonNullable<RewardsSummary>) {
  const page = usePage();
  const t = useT();
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4 p-5" aria-labelledby="rewards">
      <div className="grid gap-2">
        <h2 id="rewards" className="font-semibold">
          {t("partners.dashboard.title")}
        </h2>
        <p className="text-sm text-muted">{t("partners.dashboard.sign_ups", { count: signUps })}</p>
      </div>
      {balances.length > 0 && (
        <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-1 text-sm tabular-nums">
          {balances.map(({ cryptoCurrencyCode: code, open, held }) => (
            <div key={code} className="contents">
              <dt className="text-muted">{t("partners.balance.open")}</dt>
              <dd className="text-end font-medium">
                <bdi>{amountText(page.locale, `${open} ${code}`)}</bdi>
              </dd>
              <dt className="text-muted">{t("partners.balance.held")}</dt>
              <dd className="text-end">
                <bdi>{amountText(page.locale, `${held} ${code}`)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <LinkButton look="secondary" size="sm" href={page.href("partnerProgram", undefined)}>
        {t("partners.dashboard.open")}
      </LinkButton>
    </Card>
  );
}
