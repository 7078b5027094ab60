/** Whether an offer can be taken now, or the exact reason why not, with the way to mend it. */
import type { MyOffer } from "#contract/my-offers.ts";
import { LocalTime } from "#sdk/local-time.tsx";
import { fiatText } from "#sdk/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import type { MyOffers } from "./use-my-offers.ts";

export function OfferHealth({ offer, mine }: { offer: MyOffer; mine: MyOffers }) {
  const t = useT();
  const { locale, href } = usePage();
  const health = !offer.isActive ? "off" : (offer.hold ?? "on");
  const isLess = health === "on" && offer.fiatLimitMax !== offer.rangeMax && offer.amountType === "min_max";
  return (
    <span className="flex flex-wrap items-center gap-2 text-sm">
      <Badge tone={health === "on" ? "good" : health === "off" ? "neutral" : "warn"}>
        {t(health === "on" ? "myoffers.state.on" : health === "off" ? "myoffers.state.off" : "myoffers.state.held")}
      </Badge>
      {health !== "on" && health !== "off" && <span className="text-muted">{t(`myoffers.hold.${health}`)}</span>}
      {isLess && (
        <span className="text-muted">
          {t("myoffers.up_to", { amount: fiatText(locale, offer.fiatLimitMax), code: offer.fiatCurrencyCode })}
        </span>
      )}
      {offer.isEnabled && offer.termUntilOnlineMessage && (
        <span className="text-muted">
          {t("myoffers.opens")} <LocalTime at={offer.termUntilOnlineMessage} />
        </span>
      )}
      {offer.promotedUntil && (
        <span className="text-muted">
          {t("myoffers.promote.until")} <LocalTime at={offer.promotedUntil} />
        </span>
      )}
      {health === "low_balance" && (
        <a
          href={href("walletReceive", { crypto: offer.cryptoCurrencyCode })}
          className="font-medium text-brand underline"
        >
          {t("myoffers.top_up", { code: offer.cryptoCurrencyCode })}
        </a>
      )}
      {offer.penalty?.canReset && (
        <Button
          look="quiet"
          size="sm"
          isBusy={mine.comeBack.isRunningIn(offer.idHashed)}
          onClick={() => void mine.comeBack.run(offer.idHashed)}
        >
          {t("myoffers.come_back")}
        </Button>
      )}
    </span>
  );
}
