/** The gift card store: what is sold, by country, currency, category and words; for visitors how it works. */
import type { GiftCardStoreProps } from "#contract/products/pages.ts";
import type { StoreProduct } from "#contract/products/store/gift-card-store.ts";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import { signInHref } from "#sdk/sign-in-first.ts";
import { useCountryName } from "#sdk/words/country-name.ts";
import { amountText, isolated } from "#sdk/words/money.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input, Select } from "#ui/forms/input.tsx";
import { gift } from "#ui/icons/shapes.ts";
import { NumberedSteps } from "#ui/numbered-steps.tsx";
import { Monogram } from "./monogram.tsx";
import { StoreFrame } from "./store-frame.tsx";

export const screen: PageScreen<"gift-card-store", typeof GiftCardStoreScreen> = {
  title: "store.title",
  texts: ["store"],
  isPublic: true,
};

type Store = NonNullable<GiftCardStoreProps["store"]>;

export default function GiftCardStoreScreen({ store }: GiftCardStoreProps) {
  const t = useT();
  const session = useSession();
  if (!store)
    return (
      <StoreFrame title={t("store.title")} here="store">
        <EmptyState shape={gift} title={t("store.not_here.title")}>
          {t("store.not_here.text")}
        </EmptyState>
      </StoreFrame>
    );
  return (
    <StoreFrame title={t("store.title")} lead={t("store.lead")} here="store" simulated={store.simulated && "long"}>
      {!session && <HowItWorks />}
      <Filters store={store} />
      {store.products.length === 0 ? (
        <EmptyState shape={gift} title={t("store.find.none")}>
          {t("store.find.none_text")}
        </EmptyState>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {store.products.map((product) => (
            <li key={product.id} className="grid">
              <Tile product={product} coin={store.filters.coin} />
            </li>
          ))}
        </ul>
      )}
      {store.hasMore && <p className="text-sm text-muted">{t("store.find.more")}</p>}
    </StoreFrame>
  );
}

function HowItWorks() {
  const t = useT();
  const page = usePage();
  return (
    <Card className="grid gap-4 p-5">
      <h2 className="text-lg font-semibold">{t("store.landing.how")}</h2>
      <NumberedSteps steps={(["step_1", "step_2", "step_3"] as const).map((step) => t(`store.landing.${step}`))} />
      <LinkButton href={signInHref(page, page.href("giftCardStore", undefined))} className="justify-self-start">
        {t("store.landing.sign_in")}
      </LinkButton>
    </Card>
  );
}

function Filters({ store }: { store: Store }) {
  const t = useT();
  const page = usePage();
  const nameOf = useCountryName();
  const { filters } = store;
  const currencies = new Intl.DisplayNames([page.locale], { type: "currency" });
  const selects = [
    ["country", store.countries.map((iso) => [iso, nameOf(iso)] as const)],
    ["currency", store.currencies.map((code) => [code, `${code} · ${currencies.of(code) ?? code}`] as const)],
    ["category", store.categories.map((name) => [name, t(`store.category.${name}`)] as const)],
  ] as const;
  return (
    <form
      method="get"
      action={page.href("giftCardStore", undefined)}
      className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-end gap-3 rounded-xl border border-line bg-raised p-4 lg:grid-cols-[2fr_repeat(4,minmax(0,1fr))_auto]"
    >
      <Field label={t("store.find.search")} className="col-span-full lg:col-span-1">
        {(ids) => (
          <Input
            {...ids}
            type="search"
            name="q"
            maxLength={60}
            autoComplete="off"
            placeholder={t("store.find.search_hint")}
            defaultValue={filters.q}
          />
        )}
      </Field>
      {selects.map(([name, options]) => (
        <Field key={name} label={t(`store.find.${name}`)}>
          {(ids) => (
            <Select {...ids} name={name} defaultValue={filters[name]}>
              <option value="">{t("store.find.any")}</option>
              {options.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
      <Field label={t("store.find.coin")}>
        {(ids) => (
          <Select {...ids} name="coin" defaultValue={filters.coin}>
            {CRYPTO_CODES.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" className="col-span-full lg:col-span-1">
        {t("store.find.go")}
      </Button>
    </form>
  );
}

function Tile({ product, coin }: { product: StoreProduct; coin: string }) {
  const t = useT();
  const page = usePage();
  const nameOf = useCountryName();
  const sum = (amount: string, code: string) => isolated(amountText(page.locale, `${amount} ${code}`));
  const [least, most] = product.range
    ? [product.range.least, product.range.most]
    : [product.amounts[0]?.amount ?? "0", product.amounts.at(-1)?.amount ?? "0"];
  const price = product.range ? product.range.price : product.amounts[0]?.price;
  return (
    <a
      href={`${page.href("storeProduct", { id: product.id })}?coin=${coin}`}
      className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3 rounded-xl border border-line bg-raised p-4 hover:border-edge hover:bg-sunken"
    >
      <Monogram brand={product.brand} />
      <span className="grid gap-1">
        <span className="flex flex-wrap items-center justify-between gap-2">
          <bdi className="font-semibold">{product.brand}</bdi>
          {!product.inStock && <Badge>{t("store.tile.out")}</Badge>}
        </span>
        <span className="text-xs text-muted">
          {nameOf(product.countryIso)} · {t(`store.category.${product.category}`)}
        </span>
        <span className="text-sm tabular-nums">
          {least === most
            ? sum(least, product.currencyCode)
            : t("store.tile.range", { least: sum(least, product.currencyCode), most: sum(most, product.currencyCode) })}
        </span>
        {price && (
          <span className="text-xs text-muted tabular-nums">{t("store.tile.from", { price: sum(price, coin) })}</span>
        )}
      </span>
    </a>
  );
}
