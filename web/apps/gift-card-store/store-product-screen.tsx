/** A gift card that is sold: where it works, its values with prices, how many, and how a code is used. */
import { useState } from "react";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import type { StoreProductProps } from "#contract/products/pages.ts";
import { MOST_LINES } from "#contract/products/store/names.ts";
import { signInHref } from "#sdk/sign-in-first.ts";
import { useCountryName } from "#sdk/words/country-name.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { amountText, countText, isolated } from "#sdk/words/money.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { Field } from "#ui/forms/field.tsx";
import { Input, Select } from "#ui/forms/input.tsx";
import { QUANTITIES, useCart } from "./cart.ts";
import { Monogram } from "./monogram.tsx";
import { StoreFrame } from "./store-frame.tsx";

export const screen: PageScreen<"store-product", typeof StoreProductScreen> = {
  title: "store.title",
  texts: ["store"],
  isPublic: true,
};

export default function StoreProductScreen({ found, coin }: StoreProductProps) {
  const t = useT();
  const nameOf = useCountryName();
  const { product } = found;
  return (
    <StoreFrame
      title={
        <span className="flex items-center gap-4">
          <Monogram brand={product.brand} isLarge />
          <span className="grid gap-0.5">
            <bdi>{product.brand}</bdi>
            <span className="text-sm font-normal text-muted">
              {nameOf(product.countryIso)} · {product.currencyCode} · {t(`store.category.${product.category}`)}
            </span>
          </span>
        </span>
      }
      here="product"
      simulated={found.simulated && "short"}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Choice found={found} coin={coin} />
        <Facts found={found} />
      </div>
    </StoreFrame>
  );
}

function Choice({ found: { product, pausedUntil }, coin }: StoreProductProps) {
  const t = useT();
  const page = usePage();
  const session = useSession();
  const nameOf = useCountryName();
  const cart = useCart();
  const [amount, setAmount] = useState(product.amounts[0]?.amount ?? "");
  const [quantity, setQuantity] = useState(1);
  const line = {
    ...{ productId: product.id, brand: product.brand, countryIso: product.countryIso },
    ...{ currencyCode: product.currencyCode, amount: amount.trim(), quantity },
  };
  const isOpen = product.inStock && !pausedUntil;
  const add = async (isNow: boolean) => {
    cart.add(line);
    if (isNow) await page.go("storeCart", undefined);
    else page.toast("success", t("store.product.added"));
  };
  return (
    <Card className="grid gap-4 p-5">
      <Alert kind="warning" title={t("store.product.works", { country: nameOf(product.countryIso) })}>
        {t("store.product.works_text")}
      </Alert>
      {pausedUntil && (
        <Alert kind="warning">
          {t("store.product.paused")} <LocalTime at={pausedUntil} />
        </Alert>
      )}
      {!product.inStock && <Alert kind="info">{t("store.product.out")}</Alert>}
      <Coins coin={coin} path={page.href("storeProduct", { id: product.id })} />
      <Values product={product} coin={coin} value={amount} onChoose={setAmount} />
      <Field label={t("store.product.quantity")} className="max-w-40">
        {(ids) => (
          <Select {...ids} value={String(quantity)} onChange={(event) => setQuantity(Number(event.target.value))}>
            {QUANTITIES.map((many) => (
              <option key={many} value={many}>
                {countText(page.locale, many)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {!session && (
        <LinkButton href={signInHref(page, page.href("storeProduct", { id: product.id }))}>
          {t("store.landing.sign_in")}
        </LinkButton>
      )}
      {session && cart.isFull(line) && (
        <p className="text-sm text-warn">{t("store.product.full", { count: MOST_LINES })}</p>
      )}
      {session && (
        <div className="flex flex-wrap gap-2">
          <Button
            className="grow"
            disabled={!isOpen || line.amount === "" || cart.isFull(line)}
            onClick={() => void add(true)}
          >
            {t("store.product.buy")}
          </Button>
          <Button
            look="secondary"
            className="grow"
            disabled={!isOpen || line.amount === "" || cart.isFull(line)}
            onClick={() => void add(false)}
          >
            {t("store.product.add")}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Coins({ coin, path }: { coin: string; path: string }) {
  const t = useT();
  return (
    <nav aria-label={t("store.find.coin")} className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-muted">{t("store.find.coin")}</span>
      {CRYPTO_CODES.map((code) => (
        <LinkButton
          key={code}
          size="sm"
          look={code === coin ? "primary" : "secondary"}
          aria-current={code === coin ? "true" : undefined}
          href={`${path}?coin=${code}`}
        >
          {code}
        </LinkButton>
      ))}
    </nav>
  );
}

type ValuesProps = {
  readonly product: StoreProductProps["found"]["product"];
  readonly coin: string;
  readonly value: string;
  readonly onChoose: (amount: string) => void;
};

/** Tiles of fixed values, each with its price; a field for a range. */
function Values({ product, coin, value, onChoose }: ValuesProps) {
  const t = useT();
  const { locale } = usePage();
  const sum = (amount: string, code: string) => amountText(locale, `${amount} ${code}`);
  if (product.range)
    return (
      <Field
        label={t("store.product.values")}
        hint={t("store.product.value_hint", {
          least: isolated(sum(product.range.least, product.currencyCode)),
          most: isolated(sum(product.range.most, product.currencyCode)),
        })}
      >
        {(ids) => (
          <Input
            {...ids}
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            className="tabular-nums"
            maxLength={16}
            value={value}
            onChange={(event) => onChoose(event.target.value)}
          />
        )}
      </Field>
    );
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t("store.product.values")}</legend>
      <div className={cx("grid grid-cols-2 gap-2", product.amounts.length !== 4 && "sm:grid-cols-3")}>
        {product.amounts.map(({ amount, price }) => (
          <label
            key={amount}
            className={cx(
              "grid min-h-16 cursor-pointer content-center gap-0.5 rounded-lg border px-3 py-2 text-center has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
              amount === value ? "border-brand bg-brand-soft" : "border-edge bg-raised hover:bg-sunken",
            )}
          >
            <input
              type="radio"
              name="amount"
              className="sr-only"
              checked={amount === value}
              onChange={() => onChoose(amount)}
            />
            <bdi className="font-semibold tabular-nums">{sum(amount, product.currencyCode)}</bdi>
            <bdi className="text-xs text-muted tabular-nums">
              {price === null ? t("store.product.no_price") : sum(price, coin)}
            </bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Facts({ found: { product, redeem, limit } }: Pick<StoreProductProps, "found">) {
  const t = useT();
  const { locale } = usePage();
  const usd = (amount: string) => isolated(amountText(locale, `${amount} USD`));
  return (
    <Card className="grid gap-4 p-5 text-sm">
      {redeem !== "" && (
        <section className="grid gap-1">
          <h2 className="font-semibold">{t("store.product.how")}</h2>
          <p dir="auto" className="whitespace-pre-line text-muted">
            {redeem}
          </p>
        </section>
      )}
      {product.vaultMethod && (
        <p className="text-muted">{t("store.product.vault", { method: isolated(product.vaultMethod) })}</p>
      )}
      {limit && (
        <section className="grid gap-1">
          <h2 className="font-semibold">{t("store.product.limits")}</h2>
          <p className="text-muted">
            {t("store.product.limit_day", { day: usd(limit.dayUsd), left: usd(limit.leftUsd) })}
          </p>
        </section>
      )}
    </Card>
  );
}
