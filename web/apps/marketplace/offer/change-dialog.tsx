/** Price or terms moved while the reader was typing: old and new side by side, and his choice. No is free. */
import { isLessCashback } from "#contract/money/cashback.ts";
import type { OfferView } from "#contract/market/offers/offers.ts";
import { fiatText, priceText, percentText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import type { Change } from "./use-start-trade.ts";

export function ChangeDialog({
  change,
  offer,
  onAccept,
  onClose,
}: {
  change: Change;
  offer: OfferView;
  onAccept: () => void;
  onClose: () => void;
}) {
  const page = usePage();
  const t = useT();
  const price = (one: OfferView) =>
    `${priceText(page.locale, one.fiatPricePerCrypto, one.fiatCurrencyCode)} ${one.fiatCurrencyCode}`;
  const isCashback = isLessCashback(change.before.cashback, offer.cashback);
  const cashback = ({ cashback: given }: OfferView) =>
    given
      ? t("offers.row.cashback_max", {
          percent: percentText(page.locale, given.percent),
          max: fiatText(page.locale, given.maxValue, "USD"),
        })
      : t("offer.fees.none");
  const isPrice = change.reason === "offer_margin_changed";
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(isPrice ? "offer.change.price_title" : "offer.change.terms_title")}
      closeLabel={t("shell.close")}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            {t("offer.change.no")}
          </Button>
          <Button onClick={onAccept}>{t("offer.change.yes")}</Button>
        </>
      }
    >
      <dl className="grid grid-cols-2 gap-4 text-sm">
        <div>
          <dt className="text-muted">{t("offer.change.before")}</dt>
          <dd className="font-semibold tabular-nums">{price(change.before)}</dd>
          {isCashback && (
            <dd>
              {t("offers.row.cashback")}: {cashback(change.before)}
            </dd>
          )}
        </div>
        <div>
          <dt className="text-muted">{t("offer.change.now")}</dt>
          <dd className="font-semibold tabular-nums">{price(offer)}</dd>
          {isCashback && (
            <dd>
              {t("offers.row.cashback")}: {cashback(offer)}
            </dd>
          )}
        </div>
      </dl>
      {!isPrice && (
        <p dir="auto" className="mt-4 rounded-lg bg-sunken p-3 text-sm whitespace-pre-line">
          {offer.offerTerms}
        </p>
      )}
      <p className="mt-4 text-xs text-muted">{t("offer.change.free")}</p>
    </Dialog>
  );
}
