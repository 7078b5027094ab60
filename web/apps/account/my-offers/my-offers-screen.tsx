/** One's own offers: on or off, why one is held, price and amounts edited in place. */
import type { OfferType } from "#contract/market/offers/offer-fields.ts";
import { useState } from "react";
import type { MyOffersPageProps } from "#contract/market/offers/my/offers-page.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { offers as offersShape, plus } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { Segments } from "#ui/segments.tsx";
import { HoldWay } from "./hold-way.tsx";
import { BondCard } from "./bond-card.tsx";
import { OfferLine } from "./offer/line.tsx";
import { useBond } from "./use-bond.ts";
import { useMyOffers } from "./use-my-offers.ts";

export const screen: PageScreen<"my-offers", typeof MyOffersScreen> = {
  title: "myoffers.title",
  active: "my_offers",
  texts: ["myoffers"],
};

export default function MyOffersScreen(props: MyOffersPageProps) {
  const t = useT();
  const page = usePage();
  const [tab, setTab] = useState<OfferType>(props.tab);
  const mine = useMyOffers(props);
  const bond = useBond(props.depositData, { onMoved: mine.reload });
  const choose = (type: OfferType) => {
    setTab(type);
    history.replaceState(history.state, "", `${page.href("myOffers", undefined)}?myOffersTab=${type}`);
  };
  const shown = mine.offers.filter((offer) => offer.type === tab);
  const { counts, isAnyOn } = mine;
  return (
    <div className="grid gap-5 py-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-bold tracking-tight">{t("myoffers.title")}</h1>
        <div className="flex flex-wrap gap-2">
          {mine.offers.length > 0 && (
            <Button
              look="secondary"
              isBusy={mine.switchAll.isRunning}
              onClick={() => void mine.switchAll.run(isAnyOn ? "inactive" : "active")}
            >
              {t(isAnyOn ? "myoffers.all_off" : "myoffers.all_on")}
            </Button>
          )}
          <LinkButton href={page.href("createOffer", undefined)}>
            <Icon shape={plus} />
            {t("myoffers.create")}
          </LinkButton>
        </div>
      </header>
      {mine.messages.map(({ name }) => (
        <Alert key={name} kind="warning" size="sm">
          {t(`myoffers.message.${name}`)} <HoldWay hold={name} />
        </Alert>
      ))}
      <BondCard bond={bond} offers={mine.offers} action={props.action} />
      <div className="sm:w-96">
        <Segments
          label={t("myoffers.title")}
          controls="my-offers"
          chosen={tab}
          onChoose={(key) => choose(key === "buy" ? "buy" : "sell")}
          segments={[
            { key: "sell", label: t("myoffers.sell", { count: counts.sell }) },
            { key: "buy", label: t("myoffers.buy", { count: counts.buy }) },
          ]}
        />
      </div>
      <div id="my-offers" role="tabpanel" aria-labelledby={`my-offers-${tab}`} className="grid gap-3">
        {shown.length === 0 ? (
          <EmptyState
            shape={offersShape}
            title={t("myoffers.empty_title")}
            action={<LinkButton href={page.href("createOffer", undefined)}>{t("myoffers.create")}</LinkButton>}
          >
            {t(tab === "sell" ? "myoffers.empty_sell" : "myoffers.empty_buy")}
          </EmptyState>
        ) : (
          <ul className="grid gap-3">
            {shown.map((offer) => (
              <li key={offer.idHashed}>
                <Card className="p-4">
                  <OfferLine offer={offer} mine={mine} />
                </Card>
              </li>
            ))}
          </ul>
        )}
        {shown.length > 0 && shown.length < counts[tab] && (
          <Button
            look="secondary"
            className="justify-self-center"
            isBusy={mine.loadMore.isRunning}
            onClick={() => void mine.loadMore.run(tab)}
          >
            {t("myoffers.more")}
          </Button>
        )}
      </div>
    </div>
  );
}
