/** A user's gift cards: those in the vault, the offers they are reserved for, and the status of used ones. */
import { useState } from "react";
import type { GiftCard } from "#contract/market/trades/gift-cards.ts";
import type { GiftCardStatus } from "#contract/market/trades/gift-card-names.ts";
import type { GiftCardsPageProps } from "#contract/market/pages.ts";
import { CardCheck } from "#widgets/card-check.tsx";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/forms/field.tsx";
import { lock } from "#ui/icons/shapes.ts";
import { Select } from "#ui/forms/input.tsx";
import { Pager } from "#ui/pager.tsx";
import { AddCard } from "./add-card.tsx";

export const screen: PageScreen<"gift-cards", typeof GiftCardsScreen> = {
  title: "giftcards.title",
  texts: ["giftcards"],
};

const TONES: Readonly<Record<GiftCardStatus, Tone>> = {
  free: "good",
  in_offer: "info",
  in_use: "warn",
  revealed: "warn",
  used: "neutral",
  deleted: "neutral",
};

type Asking = { readonly card: GiftCard; readonly what: "delete" | "place" };

export default function GiftCardsScreen(props: GiftCardsPageProps) {
  const t = useT();
  const { href } = usePage();
  const [cards, setCards] = useState<readonly GiftCard[]>(props.cards);
  const [isAdding, setAdding] = useState(false);
  const [asking, setAsking] = useState<Asking | null>(null);
  const { currentPage, lastPage } = props.pagination;
  const pageHref = (page: number) => `${href("giftCards", undefined)}?page=${page}`;
  const replace = (changed: GiftCard) => {
    setCards(cards.map((card) => (card.id === changed.id ? changed : card)));
    setAsking(null);
  };
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <span className="grid max-w-xl gap-1">
          <h1 className="text-2xl font-bold tracking-tight">{t("giftcards.title")}</h1>
          <p className="text-sm text-muted">{t("giftcards.lead")}</p>
        </span>
        <Button onClick={() => setAdding(true)}>{t("giftcards.add")}</Button>
      </header>
      {cards.length === 0 ? (
        <EmptyState shape={lock} title={t("giftcards.none")}>
          {t("giftcards.none_text")}
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {cards.map((card) => (
            <li key={card.id}>
              <CardLine card={card} onAsk={(what) => setAsking({ card, what })} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        label={t("giftcards.pages")}
        place={t("giftcards.page", { page: currentPage, last: lastPage })}
        back={currentPage > 1 ? { href: pageHref(currentPage - 1), label: t("giftcards.newer") } : null}
        on={currentPage < lastPage ? { href: pageHref(currentPage + 1), label: t("giftcards.older") } : null}
      />
      {isAdding && (
        <AddCard
          methods={props.methods}
          currencies={props.currencies}
          onAdded={(card) => {
            setCards([card, ...cards]);
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {asking?.what === "delete" && (
        <DeleteCard
          card={asking.card}
          onClose={() => setAsking(null)}
          onDone={() => {
            setCards(cards.filter(({ id }) => id !== asking.card.id));
            setAsking(null);
          }}
        />
      )}
      {asking?.what === "place" && (
        <PlaceCard card={asking.card} offers={props.offers} onClose={() => setAsking(null)} onDone={replace} />
      )}
    </div>
  );
}

function CardLine({ card, onAsk }: { card: GiftCard; onAsk: (what: Asking["what"]) => void }) {
  const t = useT();
  const { href, locale } = usePage();
  const isAtHand = card.status === "free" || card.status === "in_offer";
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="grid gap-0.5">
          <h2 className="font-semibold">
            <bdi>
              {card.paymentMethod.name} · {fiatText(locale, card.fiatAmount, card.fiatCurrencyCode)}{" "}
              {card.fiatCurrencyCode}
            </bdi>
          </h2>
          <span className="text-xs text-muted">
            {card.isBoughtHere && <b className="font-medium text-good">{t("giftcards.bought_here")} · </b>}
            {t(`giftcards.kind.${card.kind}`)} · <LocalTime at={card.addedAt} dateOnly />
          </span>
        </span>
        <Badge tone={TONES[card.status]}>{t(`giftcards.status.${card.status}`)}</Badge>
      </div>
      {(card.trade || card.offer || card.revealedAt) && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {card.trade && (
            <a className="font-medium text-brand underline" href={href("viewTrade", { hash: card.trade })}>
              {t("giftcards.its_trade")}
            </a>
          )}
          {card.offer && (
            <a className="font-medium text-brand underline" href={href("viewOffer", { hash: card.offer })}>
              {t("giftcards.its_offer")}
            </a>
          )}
          {card.revealedAt && (
            <span className="text-muted">
              {t("giftcards.seen")} <LocalTime at={card.revealedAt} />
            </span>
          )}
        </p>
      )}
      {isAtHand && (
        <div className="flex flex-wrap gap-2">
          <CardCheck card={card.id} label={t("giftcards.check")} closeLabel={t("shell.close")} />
          <Button look="secondary" size="sm" onClick={() => onAsk("place")}>
            {t("giftcards.place")}
          </Button>
          <Button look="quiet" size="sm" onClick={() => onAsk("delete")}>
            {t("giftcards.delete")}
          </Button>
        </div>
      )}
    </Card>
  );
}

type Deleting = { readonly card: GiftCard; readonly onDone: () => void; readonly onClose: () => void };

function DeleteCard({ card, onDone, onClose }: Deleting) {
  const t = useT();
  const page = usePage();
  const remove = useAction(async () => {
    const { deleteGiftCard } = await import("#contract/market/trades/gift-cards.ts");
    await page.call(deleteGiftCard, { params: { id: card.id } });
    page.toast("success", t("giftcards.deleted"));
    onDone();
  });
  return (
    <Dialog isOpen onClose={onClose} title={t("giftcards.delete")} closeLabel={t("shell.close")}>
      <div className="grid gap-4">
        <p className="text-sm text-muted">{t("giftcards.delete_text")}</p>
        {remove.refusal && <Alert kind="danger">{remove.refusal.message}</Alert>}
        <Button look="danger" wide isBusy={remove.isRunning} onClick={() => void remove.run()}>
          {t("giftcards.delete")}
        </Button>
      </div>
    </Dialog>
  );
}

type Placing = {
  readonly card: GiftCard;
  readonly offers: GiftCardsPageProps["offers"];
  readonly onDone: (card: GiftCard) => void;
  readonly onClose: () => void;
};

/** Kept for one offer, or for any trade. */
function PlaceCard({ card, offers, onDone, onClose }: Placing) {
  const t = useT();
  const page = usePage();
  const [offer, setOffer] = useState(card.offer ?? "");
  const fitting = offers.filter(
    ({ method, currency }) => method === card.paymentMethod.slug && currency === card.fiatCurrencyCode,
  );
  const place = useAction(async () => {
    const { placeGiftCard } = await import("#contract/market/trades/gift-cards.ts");
    const body = { offer: offer === "" ? null : offer };
    onDone((await page.call(placeGiftCard, { params: { id: card.id }, body })).data);
  });
  return (
    <Dialog isOpen onClose={onClose} title={t("giftcards.place")} closeLabel={t("shell.close")}>
      <div className="grid gap-4">
        <p className="text-sm text-muted">{t("giftcards.place_text")}</p>
        <Field label={t("giftcards.place_where")}>
          {(ids) => (
            <Select {...ids} value={offer} onChange={(event) => setOffer(event.target.value)}>
              <option value="">{t("giftcards.any_trade")}</option>
              {fitting.map(({ hash, crypto, currency }) => (
                <option key={hash} value={hash}>
                  {crypto} · {currency} · {hash}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {place.refusal && <Alert kind="danger">{place.refusal.message}</Alert>}
        <Button wide isBusy={place.isRunning} onClick={() => void place.run()}>
          {t("giftcards.save")}
        </Button>
      </div>
    </Dialog>
  );
}
