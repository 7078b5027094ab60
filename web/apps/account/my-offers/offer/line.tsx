/** One offer of one's own: its facts, its health in a line, and quick changes. */
import type { MyOffer } from "#contract/market/offers/my/offer.ts";
import { fiatText, isolated, marginText, priceText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useToggle } from "#sdk/state/use-toggle.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Switch } from "#ui/forms/checkbox.tsx";
import { Coin } from "#ui/pictures/coin.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import type { OfferActivity } from "../chosen.ts";
import { CapDialog } from "../cap-dialog.tsx";
import { FeeDialog } from "../fee-dialog.tsx";
import { OfferHealth } from "./health.tsx";
import { OfferRejection } from "../rejection.tsx";
import { PromoteDialog } from "../promote-dialog.tsx";
import { QuickEdit } from "../quick-edit.tsx";
import type { MyOffers } from "../use-my-offers.ts";

export function OfferLine({ offer: held, mine }: { offer: MyOffer; mine: MyOffers }) {
  const t = useT();
  const active = useToggle(held.isActive, (isOn) => mine.switchOne(held.idHashed, isOn));
  const offer = { ...held, isActive: active.isOn };
  const open = mine.chosen?.hash === offer.idHashed ? mine.chosen.activity : null;
  const press = (activity: OfferActivity) => mine.choose({ hash: offer.idHashed, activity });
  return (
    <div className="grid gap-3">
      <Facts offer={offer} onSwitch={active.press} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-2">
        <OfferHealth offer={offer} mine={mine} />
        <span className="flex flex-wrap gap-1">
          {!offer.special && <Changes offer={offer} promote={mine.promote} isQuick={open === "quick"} press={press} />}
          <Button look="quiet" size="sm" className="text-bad!" onClick={() => press("delete")}>
            {t("myoffers.delete")}
          </Button>
        </span>
      </div>
      {open === "cap" && <CapDialog offer={offer} put={mine.put} onClose={mine.letGo} />}
      {open === "fee" && <FeeDialog offer={offer} put={mine.put} onClose={mine.letGo} />}
      {open === "promote" && (
        <PromoteDialog
          offer={offer}
          available={mine.promote.available}
          onPromoted={mine.putPromoted}
          onClose={mine.letGo}
        />
      )}
      {mine.errors.offerErrors[offer.idHashed] && (
        <p role="alert" className="text-sm text-bad">
          {mine.errors.offerErrors[offer.idHashed]}
        </p>
      )}
      <OfferRejection offer={offer} put={mine.put} />
      {open === "quick" && !offer.special && <QuickEdit offer={offer} mine={mine} />}
      <Dialog
        isOpen={open === "delete"}
        onClose={mine.letGo}
        title={t("myoffers.delete_title")}
        closeLabel={t("shell.close")}
        footer={
          <>
            <Button look="secondary" onClick={mine.letGo}>
              {t("myoffers.keep")}
            </Button>
            <Button
              look="danger"
              isBusy={mine.remove.isRunningIn(offer.idHashed)}
              onClick={() => void mine.remove.run(offer.idHashed)}
            >
              {t("myoffers.delete")}
            </Button>
          </>
        }
      >
        <p className="text-sm">{t("myoffers.delete_sure")}</p>
      </Dialog>
    </div>
  );
}

type ChangesProps = {
  offer: MyOffer;
  promote: MyOffers["promote"];
  isQuick: boolean;
  press: (activity: OfferActivity) => void;
};

/** A special offer stays as it was made; any other is changed by these. */
function Changes({ offer, promote, isQuick, press }: ChangesProps) {
  const t = useT();
  const { href, flags } = usePage();
  return (
    <>
      <Button look="quiet" size="sm" aria-expanded={isQuick} onClick={() => press("quick")}>
        {t("myoffers.quick")}
      </Button>
      {(flags.isOfferCapFeatureEnabled || offer.offerCap) && (
        <Button look="quiet" size="sm" onClick={() => press("cap")}>
          {t("myoffers.cap.button")}
        </Button>
      )}
      {offer.manualEscrowFee && (
        <Button look="quiet" size="sm" onClick={() => press("fee")}>
          {t("myoffers.fees.button")}
        </Button>
      )}
      {offer.type === "sell" && promote.total > 0 && !offer.promotedUntil && (
        <Button
          look="quiet"
          size="sm"
          disabled={promote.available === 0 || !offer.isEnabled || offer.category === "silent-pool"}
          onClick={() => press("promote")}
        >
          {t("myoffers.promote.button")}
        </Button>
      )}
      <LinkButton look="quiet" size="sm" href={href("editOffer", { hash: offer.idHashed })}>
        {t("myoffers.edit")}
      </LinkButton>
      <LinkButton look="quiet" size="sm" href={href("copyOffer", { hash: offer.idHashed })}>
        {t("myoffers.copy")}
      </LinkButton>
    </>
  );
}

function Facts({ offer, onSwitch }: { offer: MyOffer; onSwitch: () => void }) {
  const t = useT();
  const { locale, href } = usePage();
  const fiat = (amount: string) => fiatText(locale, amount, offer.fiatCurrencyCode);
  const amounts =
    offer.amountType === "predefined"
      ? offer.predefinedAmounts.map(fiat).join(", ")
      : `${fiat(offer.rangeMin)}–${fiat(offer.rangeMax)}`;
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-3 md:grid-cols-[1.3fr_1fr_1fr_auto]">
      <a
        href={href("viewOffer", { hash: offer.idHashed })}
        className="flex min-h-11 min-w-0 items-center gap-3 font-semibold hover:underline"
      >
        <Coin code={offer.cryptoCurrencyCode} size={28} />
        <bdi className="truncate">{offer.paymentMethod.name.localized}</bdi>
      </a>
      <span className="grid max-md:col-span-2 max-md:row-start-2 max-md:grid-cols-[1fr_auto] max-md:items-baseline">
        <strong className="tabular-nums">
          <bdi>
            {priceText(locale, offer.fiatPricePerCrypto, offer.fiatCurrencyCode)} {offer.fiatCurrencyCode}
          </bdi>
        </strong>
        <span className="text-xs text-muted">
          {t(offer.isFixedPrice ? "myoffers.fixed" : "myoffers.floating", {
            margin: isolated(marginText(locale, offer.margin)),
          })}
        </span>
      </span>
      <span className="grid text-sm tabular-nums max-md:col-span-2 max-md:row-start-3 max-md:grid-cols-[1fr_auto] max-md:items-baseline">
        <span>
          <bdi>
            {amounts} {offer.fiatCurrencyCode}
          </bdi>
        </span>
        <span className="text-xs text-muted">{t("myoffers.fee", { pct: offer.offerFee })}</span>
      </span>
      <span className="max-md:col-start-2 max-md:row-start-1">
        {!offer.special?.isOver && (
          <Switch
            label={<span className="sr-only">{t("myoffers.active")}</span>}
            isOn={offer.isActive}
            onChange={onSwitch}
          />
        )}
      </span>
    </div>
  );
}
