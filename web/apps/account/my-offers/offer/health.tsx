/** Whether an offer can be taken now, or the exact reason why not, with the way to mend it. */
import type { MyOffer } from "#contract/market/offers/my/offer.ts";
import { isOnlyUnlisted } from "#contract/market/offers/offer-fields.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { fiatText, isolated, percentText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { HoldWay } from "../hold-way.tsx";
import type { MyOffers } from "../use-my-offers.ts";

export function OfferHealth({ offer, mine }: { offer: MyOffer; mine: MyOffers }) {
  const t = useT();
  const { locale, href } = usePage();
  const health = healthOf(offer);
  const isLess = health === "on" && offer.fiatLimitMax !== offer.rangeMax && offer.amountType === "min_max";
  return (
    <span className="flex flex-wrap items-center gap-2 text-sm">
      {!offer.special?.isOver && (
        <Badge tone={health === "on" ? "good" : health === "off" ? "neutral" : "warn"}>
          {t(health === "on" ? "myoffers.state.on" : health === "off" ? "myoffers.state.off" : "myoffers.state.held")}
        </Badge>
      )}
      {offer.special && <SpecialLine special={offer.special} />}
      {offer.category === "silent-pool" && <SilentLine hash={offer.idHashed} isInPool={offer.isInSilentPool} />}
      {health !== "on" && health !== "off" && <span className="text-muted">{t(`myoffers.hold.${health}`)}</span>}
      {health !== "on" && health !== "off" && <HoldWay hold={health} />}
      {isLess && (
        <span className="text-muted">
          {t("myoffers.up_to", {
            amount: fiatText(locale, offer.fiatLimitMax, offer.fiatCurrencyCode),
            code: offer.fiatCurrencyCode,
          })}
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
      {offer.bankAccounts.map(({ id, bankName, masked }) => (
        <span key={id} className="text-muted">
          {t("myoffers.paid_to")} {bankName && <bdi>{bankName}</bdi>} <bdi dir="ltr">{masked}</bdi>
        </span>
      ))}
      {offer.featuredUntil && (
        <span className="text-muted">
          {t("myoffers.featured_until")} <LocalTime at={offer.featuredUntil} />
          {offer.cashback && ` · ${t("myoffers.cashback", { percent: percentText(locale, offer.cashback.percent) })}`}
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
      {offer.penalty?.trades.map(({ tradeHash, at }) => (
        <a key={tradeHash} href={href("viewTrade", { hash: tradeHash })} className="font-medium text-brand underline">
          {t("myoffers.missed_trade")} <LocalTime at={at} />
        </a>
      ))}
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

/** An offer that its owner keeps out of lists counts as healthy. */
function healthOf({ isActive, hold }: MyOffer) {
  if (!isActive) return "off";
  return hold === null || isOnlyUnlisted(hold) ? "on" : hold;
}

function SpecialLine({ special }: { special: NonNullable<MyOffer["special"]> }) {
  const t = useT();
  const { href } = usePage();
  const name = isolated(special.partner);
  return (
    <>
      <Badge tone="brand">{t("myoffers.special.badge")}</Badge>
      <span className="text-muted">
        {t(special.isOver ? "myoffers.special.over" : "myoffers.special.for", { name })}{" "}
        <LocalTime at={special.until} />
      </span>
      {special.isOfDesk ? (
        <a href={href("otcDeskLanding", undefined)} className="font-medium text-brand underline">
          {t("myoffers.special.desk")}
        </a>
      ) : (
        <a
          href={href(special.isOfTrade ? "viewTrade" : "viewConversation", { hash: special.chatId })}
          className="font-medium text-brand underline"
        >
          {t("myoffers.special.chat")}
        </a>
      )}
    </>
  );
}

/** Nobody finds it: its link is handed on. */
function SilentLine({ hash, isInPool }: { hash: string; isInPool: boolean }) {
  const t = useT();
  const page = usePage();
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(page.href("viewOffer", { hash }), location.origin).href);
    page.toast("success", t("myoffers.silent.copied"));
  };
  return (
    <>
      <span className="text-muted">{t(isInPool ? "myoffers.silent.pool" : "myoffers.hold.silent")}</span>
      <Button look="quiet" size="sm" onClick={() => void copy()}>
        {t("myoffers.silent.copy")}
      </Button>
    </>
  );
}
