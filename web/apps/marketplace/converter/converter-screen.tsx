/** The converter of a pair: either amount follows from the other, and what the best offers would really give. */
import { useEffect, useRef, useState } from "react";
import { coinsFor, fiatFor, marketDistance, pairText } from "#contract/money/converter.ts";
import { CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import { isDecimal } from "#contract/platform/decimal.ts";
import type { OfferCard } from "#contract/market/offers/offers.ts";
import type { ConverterProps } from "#contract/site/pages.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { amountText, cryptoText, isolated, percentText, priceText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { leave } from "#sdk/state/leave.ts";
import type { PartScreen } from "#sdk/screen.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/input.tsx";
import { OfferRows } from "../offer-row/offer-rows.tsx";

export const screen: PartScreen = { texts: ["converter", "offers", "rules.card", "catalog.tags"] };

type Props = Omit<ConverterProps, "chart">;

/** Which of the two was typed last; the other follows the price also when that changes. */
type Typed = { readonly side: "fiat" | "coins"; readonly text: string };

export default function ConverterScreen(props: Props) {
  const { crypto, fiat, rate, buy, sell } = props;
  const t = useT();
  const [typed, setTyped] = useState<Typed>({ side: "fiat", text: "1" });
  const price = rate?.price ?? null;
  const coins = typed.side === "coins" ? typed.text : (coinsFor(crypto, { fiat: typed.text, price }) ?? "");
  const sum = typed.side === "fiat" ? typed.text : (fiatFor({ coins: typed.text, price }) ?? "");
  return (
    <div className="grid gap-6 py-6">
      <header className="grid max-w-2xl gap-1">
        <h1 className="text-2xl font-bold tracking-tight">{t("converter.head", { crypto, fiat })}</h1>
        <p className="text-sm text-muted">{t("converter.lead")}</p>
      </header>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <Card className="grid gap-4 p-5">
          <Pair {...props} />
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label={t("converter.fiat", { code: fiat })}>
              {(ids) => (
                <AmountInput {...ids} unit={fiat} value={sum} onValue={(text) => setTyped({ side: "fiat", text })} />
              )}
            </Field>
            <Field label={t("converter.coins", { code: crypto })}>
              {(ids) => (
                <AmountInput
                  {...ids}
                  unit={crypto}
                  value={coins}
                  onValue={(text) => setTyped({ side: "coins", text })}
                />
              )}
            </Field>
          </div>
          <Price {...props} />
        </Card>
        <Real {...{ crypto, fiat, price, buy, sell, coins, sum }} />
      </div>
      <div className="grid items-start gap-5">
        <Offers side="buy" offers={buy} sum={sum} {...props} />
        <Offers side="sell" offers={sell} sum={sum} {...props} />
      </div>
    </div>
  );
}

/** Coin and currency; each pair is a page of its own. */
function Pair({ crypto, fiat, fast, popular, currencies, isCurrencyChanged }: Props) {
  const page = usePage();
  const t = useT();
  const currency = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (isCurrencyChanged) currency.current?.focus();
  }, [isCurrencyChanged]);
  const go = (to: { crypto: CryptoCode; fiat: string }, query = "") =>
    void leave(page.href("converter", { pair: pairText(to.crypto, to.fiat) }) + query);
  const toFiat = (code: string) => go({ crypto, fiat: code }, "?currencyChanged=1");
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)] gap-3">
        <Field label={t("converter.coin")}>
          {(ids) => (
            <Select
              {...ids}
              value={crypto}
              onChange={({ target }) => {
                const code = CRYPTO_CODES.find((one) => one === target.value);
                if (code) go({ crypto: code, fiat });
              }}
            >
              {CRYPTO_CODES.map((code) => (
                <option key={code}>{code}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t("converter.currency")}>
          {(ids) => (
            <Select {...ids} ref={currency} value={fiat} onChange={({ target }) => toFiat(target.value)}>
              <optgroup label={t("converter.popular")}>
                <Options of={popular} />
              </optgroup>
              <optgroup label={t("converter.others")}>
                <Options of={currencies} />
              </optgroup>
            </Select>
          )}
        </Field>
      </div>
      <div className="flex flex-wrap gap-2">
        {fast.map((code) => (
          <Button
            key={code}
            size="sm"
            look={code === fiat ? "primary" : "secondary"}
            aria-pressed={code === fiat}
            onClick={() => toFiat(code)}
          >
            {code}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Options({ of }: { of: Props["currencies"] }) {
  return of.map(({ code, name }) => (
    <option key={code} value={code}>
      {code} · {name}
    </option>
  ));
}

function Price({ crypto, fiat, rate }: Props) {
  const page = usePage();
  const t = useT();
  if (!rate) return <p className="text-sm text-muted">{t("converter.none")}</p>;
  const price = isolated(priceText(page.locale, rate.price, fiat));
  return (
    <div className="grid gap-0.5">
      <p className="font-semibold tabular-nums">{t("converter.price", { crypto, price, fiat })}</p>
      <p className="text-xs text-muted">
        {t("converter.as_of")} <LocalTime at={rate.asOf} />
        {rate.state === "recorded" && ` · ${t("converter.recorded")}`}
      </p>
      {(rate.state === "stale" || rate.state === "divergent") && (
        <p className="text-xs text-warn">{t("converter.stale")}</p>
      )}
    </div>
  );
}

type RealProps = Pick<Props, "crypto" | "fiat" | "buy" | "sell"> & {
  readonly price: string | null;
  readonly coins: string;
  readonly sum: string;
};

/** By the best offer of each side whose limits have the amount. */
function Real({ crypto, fiat, price, buy, sell, coins, sum }: RealProps) {
  const page = usePage();
  const t = useT();
  // Below every limit the best price still tells what a larger amount would bring.
  const taking = (offers: readonly OfferCard[]) => offers.find((offer) => takes(offer, sum)) ?? offers[0];
  const [seller, buyer] = [taking(buy), taking(sell)];
  const got = seller && coinsFor(crypto, { fiat: sum, price: seller.fiatPricePerCrypto });
  const paid = buyer && isDecimal(sum) ? fiatFor({ coins, price: buyer.fiatPricePerCrypto }) : null;
  const off = (offer: OfferCard) => {
    if (price === null) return null;
    const pct = marketDistance({ price: offer.fiatPricePerCrypto, market: price });
    const key = Number(pct) === 0 ? "same" : pct.startsWith("-") ? "below" : "above";
    const shown = percentText(page.locale, pct.replace("-", ""));
    const distance = t(`converter.real.${key}`, { pct: isolated(shown) });
    if (takes(offer, sum)) return distance;
    const limit = (amount: string) => isolated(amountText(page.locale, amount));
    const limits = t("converter.real.limits", {
      least: limit(offer.fiatLimitMin),
      most: limit(offer.fiatLimitMax),
      fiat,
    });
    return `${distance} · ${limits}`;
  };
  return (
    <Card className="grid gap-4 p-5">
      <h2 className="font-semibold">{t("converter.real.title")}</h2>
      <p className="grid gap-0.5 text-sm">
        {seller && got ? (
          <>
            <span className="font-medium tabular-nums">
              {t("converter.real.buy", {
                amount: isolated(cryptoText(page.locale, got, crypto)),
                crypto,
                fiat,
                sum: isolated(amountText(page.locale, sum)),
              })}
            </span>
            <span className="text-xs text-muted">{off(seller)}</span>
          </>
        ) : (
          <span className="text-muted">{t("converter.real.none_buy")}</span>
        )}
      </p>
      <p className="grid gap-0.5 text-sm">
        {buyer && paid ? (
          <>
            <span className="font-medium tabular-nums">
              {t("converter.real.sell", {
                amount: isolated(amountText(page.locale, paid)),
                crypto,
                fiat,
                coins: isolated(cryptoText(page.locale, coins, crypto)),
              })}
            </span>
            <span className="text-xs text-muted">{off(buyer)}</span>
          </>
        ) : (
          <span className="text-muted">{t("converter.real.none_sell")}</span>
        )}
      </p>
      <LinkButton look="quiet" size="sm" className="justify-self-start" href={page.href("currencies", undefined)}>
        {t("converter.table")}
      </LinkButton>
    </Card>
  );
}

function takes({ fiatLimitMin: least, fiatLimitMax: most }: OfferCard, sum: string): boolean {
  const amount = Number(sum);
  return Number.isFinite(amount) && amount >= Number(least) && amount <= Number(most);
}

function Offers({
  side,
  offers,
  sum,
  crypto,
  fiat,
}: Props & { side: "buy" | "sell"; offers: readonly OfferCard[]; sum: string }) {
  const page = usePage();
  const t = useT();
  const all = `${page.href("offersSearch", { side, crypto })}?currency=${fiat}`;
  const fitting = offers.filter((offer) => takes(offer, sum));
  return (
    <section className="grid gap-3" aria-labelledby={`converter-${side}`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={`converter-${side}`} className="text-lg font-semibold">
          {t(`converter.${side}`, { crypto })}
        </h2>
        <LinkButton look="quiet" size="sm" href={all}>
          {t(side === "buy" ? "converter.all_buy" : "converter.all_sell")}
        </LinkButton>
      </div>
      {offers.length === 0 ? (
        <p className="text-sm text-muted">{t("converter.no_offers", { fiat })}</p>
      ) : (
        <OfferRows offers={offers} sumFor={(offer) => (fitting.includes(offer) ? sum : null)} />
      )}
    </section>
  );
}
