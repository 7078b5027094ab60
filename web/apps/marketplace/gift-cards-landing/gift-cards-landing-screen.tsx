/** Gift cards for everybody: what is sold here, the offers that take cards for coins, how both work, and what people ask. */
import type { GiftCardsLandingProps } from "#contract/products/pages.ts";
import type { StoreProduct } from "#contract/products/store/gift-card-store.ts";
import { amountText, isolated } from "#sdk/words/money.ts";
import { useCountryName } from "#sdk/words/country-name.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { NumberedSteps } from "#ui/numbered-steps.tsx";
import { Questions } from "#ui/questions.tsx";
import { OfferRows } from "../offer-row/offer-rows.tsx";

export const screen: PageScreen<"gift-cards-landing", typeof GiftCardsLandingScreen> = {
  title: "cardslanding.title",
  description: (_, { t }) => t("cardslanding.lead"),
  texts: ["cardslanding", "offers", "rules.card", "catalog.tags"],
  isPublic: true,
};

const STEPS = ["step_1", "step_2", "step_3"] as const;
const QUESTIONS = ["country", "seen", "bad", "safe"] as const;

export default function GiftCardsLandingScreen({ store, offers }: GiftCardsLandingProps) {
  const t = useT();
  const page = usePage();
  const listing = `${page.href("offersSearch", { side: "buy", crypto: "BTC" })}?group=gift-cards`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10 py-8">
      <header className="grid max-w-2xl gap-4">
        <h1 className="text-3xl font-bold tracking-tight">{t("cardslanding.title")}</h1>
        <p className="text-muted">{t("cardslanding.lead")}</p>
        <div className="flex flex-wrap gap-2">
          {store && <LinkButton href={page.href("giftCardStore", undefined)}>{t("cardslanding.store.all")}</LinkButton>}
          <LinkButton look={store ? "secondary" : "primary"} href={listing}>
            {t("cardslanding.offers.all")}
          </LinkButton>
        </div>
      </header>
      <section className="grid gap-3" aria-labelledby="cards-store">
        <h2 id="cards-store" className="text-lg font-semibold">
          {t("cardslanding.store.title")}
        </h2>
        {store ? <Products {...store} /> : <p className="text-sm text-muted">{t("cardslanding.store.not_here")}</p>}
      </section>
      <section className="grid gap-3" aria-labelledby="cards-offers">
        <h2 id="cards-offers" className="text-lg font-semibold">
          {t("cardslanding.offers.title")}
        </h2>
        {offers.length === 0 ? (
          <p className="text-sm text-muted">{t("cardslanding.offers.none")}</p>
        ) : (
          <OfferRows offers={offers} />
        )}
      </section>
      <div className="grid items-start gap-5 md:grid-cols-2">
        {(store ? (["buying", "paying"] as const) : (["paying"] as const)).map((way) => (
          <Card key={way} className="grid gap-3 p-5">
            <h2 className="text-lg font-semibold">{t(`cardslanding.${way}.title`)}</h2>
            <NumberedSteps steps={STEPS.map((step) => t(`cardslanding.${way}.${step}`))} />
          </Card>
        ))}
      </div>
      <section className="grid max-w-3xl gap-3" aria-labelledby="cards-questions">
        <h2 id="cards-questions" className="text-lg font-semibold">
          {t("cardslanding.questions.title")}
        </h2>
        <Questions
          questions={QUESTIONS.map((key) => ({
            key,
            question: t(`cardslanding.questions.${key}`),
            answer: t(`cardslanding.questions.${key}_answer`),
          }))}
        />
      </section>
    </div>
  );
}

function Products({ products, simulated }: NonNullable<GiftCardsLandingProps["store"]>) {
  const t = useT();
  return (
    <>
      {simulated && <p className="text-xs text-warn">{t("cardslanding.store.simulated")}</p>}
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {products.map((product) => (
          <li key={product.id} className="grid">
            <Tile product={product} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Tile({ product }: { readonly product: StoreProduct }) {
  const t = useT();
  const page = usePage();
  const nameOf = useCountryName();
  const { id, brand, countryIso, currencyCode, range, amounts } = product;
  const least = range?.least ?? amounts[0]?.amount ?? "0";
  return (
    <a
      href={page.href("storeProduct", { id })}
      className="grid gap-1 rounded-xl border border-line bg-raised p-4 hover:border-edge hover:bg-sunken"
    >
      <span className="font-semibold">{brand}</span>
      <span className="text-sm text-muted">
        {nameOf(countryIso)} ·{" "}
        {t("cardslanding.store.from", {
          amount: isolated(amountText(page.locale, `${least} ${currencyCode}`)),
        })}
      </span>
    </a>
  );
}
