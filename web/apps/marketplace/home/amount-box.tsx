/**
 * The sentence to fill in: I pay so much by this method, and get so many coins. It is a form that leads to the listing, so it works
 * before its script is there; with it, the coins are those of the best offer for the sum.
 */
import { type ReactNode, useState } from "react";
import type { Side } from "#contract/market/offers/listing/paths.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { HomeProps } from "#contract/market/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { buttonClass } from "#ui/button.tsx";
import { useBestOffer } from "./use-best-offer.ts";

const CONTROL =
  "min-h-11 min-w-0 rounded-lg border border-edge bg-raised px-3 text-base font-semibold text-ink aria-invalid:border-2 aria-invalid:border-bad";

/** A part of the sentence, which is a line of a phone. */
const PART = "flex min-w-0 items-center gap-2.5 max-sm:basis-full max-sm:gap-1.5";

type Props = { readonly side: Side } & Omit<HomeProps, "tour" | "chart">;

export function AmountBox({ side, usualAmount, fiatCode, fiats, methods, rates, cryptoCode, ...offers }: Props) {
  const page = usePage();
  const t = useT();
  const [text, setText] = useState(usualAmount);
  const [fiat, setFiat] = useState(fiatCode);
  const [method, setMethod] = useState("");
  const [crypto, setCrypto] = useState<CryptoCode>(cryptoCode);
  const best = useBestOffer({ side, crypto, fiat, method, text }, offers[side]);
  const action = page.href("offersSearch", { side, crypto, ...(method ? { method } : {}) });
  const isBuy = side === "buy";
  return (
    <form
      action={action}
      onSubmit={(event) => {
        const field = event.currentTarget.elements.namedItem("fiat-min");
        if (best.isFault) event.preventDefault();
        // The address has the number as the listing reads it.
        else if (best.sum && field instanceof HTMLInputElement) field.value = best.sum;
      }}
      className="flex flex-wrap items-center gap-x-2.5 gap-y-2 rounded-xl border border-line bg-raised p-4 text-sm shadow-card sm:p-5"
    >
      <span className={PART}>
        <Word>{t(isBuy ? "home.box.pay" : "home.box.want")}</Word>
        <span className="flex min-w-0 grow" dir="ltr">
          <input
            aria-label={t(isBuy ? "home.box.pay" : "home.box.want")}
            name="fiat-min"
            inputMode="decimal"
            autoComplete="off"
            value={text}
            aria-invalid={best.isFault || undefined}
            onChange={(event) => setText(event.target.value)}
            className={`${CONTROL} w-24 grow rounded-e-none tabular-nums`}
          />
          <select
            aria-label={t("home.box.currency")}
            name="currencyCode"
            value={fiat}
            onChange={(event) => setFiat(event.target.value)}
            className={`${CONTROL} rounded-s-none border-s-0`}
          >
            {fiats.map((code) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </select>
        </span>
      </span>
      <span className={PART}>
        <Word>{t("home.box.by")}</Word>
        <select
          aria-label={t("home.box.method")}
          value={method}
          onChange={(event) => setMethod(event.target.value)}
          className={`${CONTROL} w-60 grow`}
        >
          <option value="">{t("home.box.any_method")}</option>
          {methods[side].map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      </span>
      <span className={PART}>
        <Word>{t(isBuy ? "home.box.get" : "home.box.give")}</Word>
        <output aria-live="polite" className="text-lg font-bold tabular-nums max-sm:grow max-sm:text-base">
          <bdi>{best.coins ?? "–"}</bdi>
        </output>
        <select
          aria-label={t("home.box.coin")}
          value={crypto}
          onChange={(event) => setCrypto(event.target.value as CryptoCode)}
          className={`${CONTROL} shrink-0`}
        >
          {rates.map(({ code }) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </select>
      </span>
      <button
        type="submit"
        className={`${buttonClass({ look: isBuy ? "buy" : "sell", size: "lg" })} max-sm:w-full sm:ms-auto`}
      >
        {t("home.box.submit")}
      </button>
      {best.isFault && (
        <p role="alert" className="basis-full text-xs font-medium text-bad">
          {t("home.box.fault")}
        </p>
      )}
    </form>
  );
}

function Word({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="shrink-0 font-medium text-muted">
      {children}
    </span>
  );
}
