/** The form that starts a trade: one amount typed, the other follows; fees of both sides; why not, where it cannot be. */
import { useState } from "react";
import type { OfferView } from "#contract/market/offers/offers.ts";
import { cryptoText, fiatText, priceText, weightText } from "#sdk/words/money.ts";
import { Late } from "#sdk/late.tsx";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { stepHref } from "#sdk/sign-in-first.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Notice } from "#widgets/notice.tsx";
import { AmountFields } from "../amount-fields.tsx";
import { FeeLines } from "../fee-lines.tsx";
import { Requirements } from "../requirements.tsx";
import { StartAlert } from "./alert.tsx";
import { isAboveOwnCoins, limitFault } from "../limits-shown.ts";
import { StartLimits, useTradeLimits } from "./limits.tsx";
import { type Typed, tradeAmounts } from "../trade-amounts.ts";
import type { LiveOffer } from "../use-live-offer.ts";
import { useStartTrade } from "../use-start-trade.ts";

const loadAccounts = () => import("#widgets/own-bank-account.tsx").then((module) => module.OwnBankAccount);
const loadChange = () => import("../change-dialog.tsx").then((module) => module.ChangeDialog);
const loadNextBest = () => import("../next-best.tsx").then((module) => module.NextBest);

export function StartTrade({ live, fiatAmount }: { live: LiveOffer; fiatAmount: string | null }) {
  const { offer } = live;
  const page = usePage();
  const [t, session] = [useT(), useSession()];
  const [typed, setTyped] = useState<Typed>({ field: "fiat", text: fiatAmount ?? offer.predefinedAmounts[0] ?? "" });
  const [isAsked, setAsked] = useState(false);
  const [account, setAccount] = useState<string | null>(null);
  const start = useStartTrade(live, account);
  const amounts = tradeAmounts(offer, typed);
  const limits = useTradeLimits(offer);
  const overLimit = limitFault(offer, limits, amounts.fiat);
  const isShort = isAboveOwnCoins(offer, limits, amounts.fiat);
  // A seller who takes an offer to buy in bt-auto chooses the account for the payment.
  const isNaming = offer.flowType === "bt-auto" && !offer.isSell && session !== null && !offer.isMine;
  const { cryptoCurrencyCode: code, fiatCurrencyCode: fiat } = offer;
  const price = (amount: string) => priceText(page.locale, amount, fiat);
  const fault = amounts.fault && (isAsked || typed.text !== "") ? amounts.fault : null;
  const begin = (isAgreed: boolean) => {
    setAsked(true);
    if (!amounts.fault && !overLimit) start.run(typed, { isAgreed });
  };
  if (offer.isMine) return <OwnOffer offer={offer} />;
  return (
    <Card className="grid gap-5 p-5" aria-labelledby="start-title">
      <div className="grid gap-1">
        <h2 id="start-title" className="text-lg font-semibold">
          {t(offer.isSell ? "offer.start.title_buy" : "offer.start.title_sell", { crypto: code })}
        </h2>
        <p className="text-sm text-muted">
          <bdi className="font-semibold text-ink tabular-nums">{price(offer.fiatPricePerCrypto)}</bdi>{" "}
          {t("offers.row.per", { code: fiat, crypto: code })}
        </p>
      </div>
      <Form className="grid gap-4" onSubmit={() => begin(false)}>
        <AmountFields offer={offer} amounts={amounts} onTyped={setTyped} typed={typed} fault={fault} />
        <StartLimits offer={offer} limits={limits} fault={overLimit} />
        {amounts.fees && !amounts.fault && !overLimit && (
          <p className="rounded-lg bg-sunken p-3 text-sm" role="status">
            {t(offer.isSell ? "offer.start.sentence_buy" : "offer.start.sentence_sell", {
              fiat: `${fiatText(page.locale, amounts.fiat, fiat)} ${fiat}`,
              crypto: `${cryptoText(page.locale, amounts.crypto, code)} ${code}`,
              method: offer.paymentMethod.name.localized,
              name: offer.ownerUsername,
            })}
            {amounts.ounces && offer.customRate && (
              <span className="mt-1 block">
                {t("offer.start.ounces", {
                  ounces: weightText(page.locale, amounts.ounces),
                  rate: `${price(offer.customRate)} ${fiat}`,
                })}
              </span>
            )}
          </p>
        )}
        {offer.flowType === "bt-auto" && <p className="text-sm text-muted">{t("offer.account.auto")}</p>}
        {offer.isGiftCodeCheckEnabled && !offer.isSell && <p className="text-sm text-muted">{t("offer.card_check")}</p>}
        {isNaming && (
          <OwnAccount fiat={fiat} value={account} onChange={setAccount} error={start.refusal?.fault("account_id")} />
        )}
        {amounts.fees && <FeeLines offer={offer} fees={amounts.fees} cashback={amounts.cashback} />}
        {start.isBegun && <Notice kind="success">{t("offer.start.begun")}</Notice>}
        {start.refusal && <StartAlert refusal={start.refusal} back={page.href("viewOffer", { hash: offer.hash })} />}
        <Requirements offer={offer} />
        <StartButton offer={offer} isBusy={start.isRunning} isAboveLimit={Boolean(overLimit)} typed={typed} />
        <p className="text-xs text-muted">
          {t(offer.isSell ? "offer.start.next_buy" : isShort ? "offer.start.next_sell_short" : "offer.start.next_sell")}
        </p>
      </Form>
      {(offer.startRefusals.length > 0 || !offer.isActive) && (
        <Late load={loadNextBest} props={{ offer, sum: sumOf(typed) }} loading={null} failed={() => null} />
      )}
      {start.change && (
        <Late
          load={loadChange}
          props={{
            change: start.change,
            offer,
            onClose: start.dismissChange,
            onAccept: () => {
              start.dismissChange();
              begin(true);
            },
          }}
          loading={null}
          failed={(again) => <Button onClick={again}>{t("offer.change.price_title")}</Button>}
        />
      )}
    </Card>
  );
}

type AccountProps = {
  readonly fiat: string;
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  readonly error: string | undefined;
};

/** To which account of the seller's the buyer pays. */
function OwnAccount({ fiat, value, onChange, error }: AccountProps) {
  const t = useT();
  return (
    <Late
      load={loadAccounts}
      props={{
        fiat,
        value,
        onChange,
        error,
        words: {
          label: t("offer.account.label"),
          none: t("offer.account.none", { code: fiat }),
          add: t("offer.account.add"),
          failed: t("offer.account.failed"),
        },
      }}
      loading={null}
      failed={(again) => (
        <Button look="secondary" onClick={again}>
          {t("offer.account.failed")}
        </Button>
      )}
    />
  );
}

/** The typed sum of fiat, where it is one. */
const sumOf = ({ field, text }: Typed): string | null =>
  field === "fiat" && /^\d{1,12}(\.\d{1,8})?$/.test(text) && Number(text) > 0 ? text : null;

function OwnOffer({ offer }: { offer: OfferView }) {
  const page = usePage();
  const t = useT();
  return (
    <Card className="grid gap-3 p-5">
      <p className="text-sm">{t("offer.start.mine")}</p>
      {!offer.special && (
        <LinkButton href={page.href("editOffer", { hash: offer.hash })}>{t("offer.start.edit")}</LinkButton>
      )}
    </Card>
  );
}

function StartButton({
  offer,
  isBusy,
  isAboveLimit,
  typed,
}: {
  offer: OfferView;
  isBusy: boolean;
  /** Said beside the amount. */
  isAboveLimit: boolean;
  typed: Typed;
}) {
  const page = usePage();
  const [t, session] = [useT(), useSession()];
  const sum = sumOf(typed);
  const back = page.href("viewOffer", { hash: offer.hash }) + (sum ? `?fiat-min=${sum}` : "");
  if (!session)
    return (
      <LinkButton size="lg" wide href={`${page.href("register", undefined)}?next=${encodeURIComponent(back)}`}>
        {t("offer.start.sign_in")}
      </LinkButton>
    );
  if (!session.isEmailConfirmed || !session.isNamed) {
    const step = session.isEmailConfirmed ? "accountName" : "confirmEmail";
    return (
      <LinkButton size="lg" wide href={stepHref(page, step, back)}>
        {t(`offer.way.${step}`)}
      </LinkButton>
    );
  }
  const isRefused = offer.startRefusals.length > 0 || !offer.isActive;
  return (
    <Button type="submit" size="lg" wide isBusy={isBusy} disabled={isRefused || isAboveLimit}>
      {t(offer.isSell ? "offer.start.button_buy" : "offer.start.button_sell", { crypto: offer.cryptoCurrencyCode })}
    </Button>
  );
}
