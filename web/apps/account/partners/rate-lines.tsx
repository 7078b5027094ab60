/** The shares of the fee, and what they apply to. */
import type { PartnerRate } from "#contract/reach/partner/partner.ts";
import { useT } from "#sdk/page-kit.ts";

export function RateLines({ rates, hasSecondTier }: { rates: readonly PartnerRate[]; hasSecondTier: boolean }) {
  const t = useT();
  const first = rates.find(({ tier }) => tier === 1);
  const second = rates.find(({ tier }) => tier === 2);
  return (
    <>
      <ul className="grid gap-1 text-sm">
        {first && <li>{t("partners.rates.first", { percent: first.percent })}</li>}
        {second && hasSecondTier && <li>{t("partners.rates.second", { percent: second.percent })}</li>}
      </ul>
      {first && (
        <p className="text-xs text-muted">
          {t("partners.rates.cap", { months: first.months, percent: first.capPercent })}
        </p>
      )}
    </>
  );
}
