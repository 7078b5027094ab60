/** The bond beside one's offers: what is missing, what is held and until when; it comes from the balance and goes back there. */
import { useState } from "react";
import type { DepositData } from "#contract/market/offers/bonds.ts";
import type { MyOffer } from "#contract/market/offers/my/offer.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { cryptoText, fiatText, isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { DepositDialog, WithdrawDialog } from "./bond-dialogs.tsx";
import type { Bond } from "./use-bond.ts";

/** Nothing for whom no bond concerns: without an offer that needs one, and without coins in it. */
export function BondCard({
  bond,
  offers,
  action,
}: {
  bond: Bond;
  offers: readonly MyOffer[];
  /** The dialog in the address. */
  action: string | null;
}) {
  const { activities } = bond.data;
  const isNeeded = offers.some(({ depositInfo }) => depositInfo.isBondInsufficient);
  if (!isNeeded && activities.makeWithdraw.options.length === 0) return null;
  return <BondFacts bond={bond} action={action} />;
}

function BondFacts({ bond, action }: { bond: Bond; action: string | null }) {
  const t = useT();
  const { locale } = usePage();
  const { activities, bond: terms } = bond.data;
  const [asked, setAsked] = useState<"deposit" | "withdraw" | null>(() => {
    if (action === "deposit" && activities.makeDeposit.isEnabled) return action;
    return action === "withdraw" && activities.makeWithdraw.isEnabled ? action : null;
  });
  const usd = (amount: string) => isolated(fiatText(locale, amount, "USD"));
  const isMissing = activities.makeDeposit.isEnabled;
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold">{t("myoffers.bond.title")}</h2>
        <Badge tone={isMissing ? "warn" : "good"}>
          {t(isMissing ? "myoffers.bond.missing" : "myoffers.bond.complete")}
        </Badge>
      </div>
      <p className="text-sm text-muted">
        {t("myoffers.bond.why", { usd: usd(terms.neededUsd) })} {t(`myoffers.bond.judged.${terms.behaviour}`)}
      </p>
      <Held data={bond.data} />
      <div className="flex flex-wrap gap-2">
        {isMissing && (
          <Button size="sm" onClick={() => setAsked("deposit")}>
            {t("myoffers.bond.deposit")}
          </Button>
        )}
        {activities.makeWithdraw.isEnabled && (
          <Button size="sm" look="secondary" onClick={() => setAsked("withdraw")}>
            {t("myoffers.bond.withdraw")}
          </Button>
        )}
      </div>
      {asked === "deposit" && <DepositDialog bond={bond} onClose={() => setAsked(null)} />}
      {asked === "withdraw" && <WithdrawDialog bond={bond} onClose={() => setAsked(null)} />}
    </Card>
  );
}

/** The deposited bond, and the reason why it is locked. */
function Held({ data }: { data: DepositData }) {
  const t = useT();
  const { locale } = usePage();
  const { options } = data.activities.makeWithdraw;
  if (options.length === 0) return null;
  const { isInTrade, lockedUntil } = data.bond;
  return (
    <div className="grid gap-1 text-sm">
      <p>
        {t("myoffers.bond.held")}{" "}
        {options.map(({ currencyCode, missingAmount }) => (
          <strong key={currencyCode} className="me-2 tabular-nums">
            <bdi>
              {cryptoText(locale, missingAmount, currencyCode)} {currencyCode}
            </bdi>
          </strong>
        ))}
      </p>
      {isInTrade && <p className="text-muted">{t("myoffers.bond.in_trade")}</p>}
      {!isInTrade && lockedUntil && (
        <p className="text-muted">
          {t("myoffers.bond.locked")} <LocalTime at={lockedUntil} />
        </p>
      )}
    </div>
  );
}
