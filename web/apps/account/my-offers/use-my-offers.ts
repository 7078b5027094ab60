/** One's offers and what can be done to them; each reply is the offer as it is then, and a refusal leaves it as it was. */
import { useState } from "react";
import type { MyOffer } from "#contract/market/offers/my/offer.ts";
import type { OfferType } from "#contract/market/offers/offer-fields.ts";
import type { MyOffersPageProps } from "#contract/market/offers/my/offers-page.ts";
import { type PageKit, usePage, useT } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";
import { type Action, useAction } from "#sdk/state/use-action.ts";

import { choose, type Chosen, OFFER_ACTIVITIES } from "./chosen.ts";
import { type Held, withoutOffer, withOffer } from "./held.ts";
import type { OfferErrors } from "./offer/errors.ts";
import { type Attempt, useOfferErrors } from "./use-offer-errors.ts";

export type OfferEdit = {
  readonly margin?: string;
  readonly fixedPrice?: string;
  readonly amounts?: { range_min: string; range_max: string } | { predefined_amount: string[] };
  readonly isConfirmed: boolean;
};

export type MyOffers = {
  readonly offers: readonly MyOffer[];
  /** Of each side in all, also those that are not shown yet. */
  readonly counts: Held["counts"];
  readonly isAnyOn: boolean;
  /** Reasons that hold some of them back. */
  readonly messages: Held["messages"];
  /** Ten more of a side. */
  readonly loadMore: Action<[OfferType]>;
  readonly put: (offer: MyOffer) => void;
  /** Answers whether it is on then. */
  readonly switchOne: (hash: string, isOn: boolean) => Promise<boolean>;
  readonly remove: Action<[hash: string]>;
  readonly switchAll: Action<["active" | "inactive"]>;
  readonly comeBack: Action<[hash: string]>;
  /** The open part of one offer; choosing it again closes it. */
  readonly chosen: Chosen;
  readonly choose: (wanted: NonNullable<Chosen>) => void;
  readonly letGo: () => void;
  /** The last refusal of each. */
  readonly errors: OfferErrors;
  /** Does one change of an offer, and keeps in its group why it was declined. */
  readonly attempt: Attempt;
  /** How many offers may be promoted at a time, and how many more. */
  readonly promote: MyOffersPageProps["promote"];
  readonly putPromoted: (offer: MyOffer, available: number) => void;
  /** After something that changes several. */
  readonly reload: () => Promise<void>;
};

const contract = () => import("#contract/market/offers/my/offers.ts");
const KEY = ["my-offers"] as const;

export function useMyOffers(first: MyOffersPageProps): MyOffers {
  const page = usePage();
  const t = useT();
  const { held, merge, reload, loadMore } = useHeld(first);
  const put = (offer: MyOffer) => merge((known) => withOffer(known, offer));
  const [chosen, setChosen] = useState<Chosen>(chosenAtFirst(first));
  const [promote, setPromote] = useState(first.promote);
  const { errors, attempt } = useOfferErrors();
  /** A notice about several offers may be outdated after a change of one. */
  const askMessages = () => void (held.messages.length > 0 && reload());
  const switchOne = async (hash: string, isOn: boolean) => {
    const { setOfferStatus } = await contract();
    const body = { new_status: isOn ? ("active" as const) : ("inactive" as const) };
    return attempt("offerErrors", hash, async () => {
      const { data } = await page.call(setOfferStatus, { params: { hash }, body });
      put(data);
      askMessages();
      return data.isActive;
    });
  };
  // Offers are acted on side by side: one that waits for its answer keeps none of the others.
  const perOffer = { lane: (hash: string) => hash };
  const remove = useAction(async (hash: string) => {
    const { deleteOffer } = await contract();
    await page.call(deleteOffer, { params: { id: hash } });
    merge((known) => withoutOffer(known, hash));
    askMessages();
    page.toast("success", t("myoffers.deleted"));
  }, perOffer);
  const switchAll = useAction(async (status: "active" | "inactive") => {
    const { toggleAllOffers } = await contract();
    const { data } = await page.call(toggleAllOffers, { body: { new_status: status } });
    await reload();
    if (data.refused.length > 0) page.toast("alert", t("myoffers.some_stay_off", { count: data.refused.length }));
  });
  const comeBack = useAction(async (hash: string) => {
    const { resetOfferPenalty } = await contract();
    put((await page.call(resetOfferPenalty, { params: { hash }, body: {} })).data);
  }, perOffer);
  const choosing = {
    chosen,
    choose: (wanted: NonNullable<Chosen>) => setChosen((known) => choose(known, wanted)),
    letGo: () => setChosen(null),
  };
  const putPromoted = (offer: MyOffer, available: number) => {
    put(offer);
    setPromote((known) => ({ ...known, available }));
  };
  return {
    offers: held.offers,
    counts: held.counts,
    isAnyOn: held.on > 0,
    messages: held.messages,
    loadMore,
    put,
    switchOne,
    remove,
    switchAll,
    comeBack,
    reload,
    ...choosing,
    promote,
    putPromoted,
    errors,
    attempt,
  };
}

/** By the address: the first offer of the tab for which it can be done. */
function chosenAtFirst({ offers, tab, action }: MyOffersPageProps): Chosen {
  const activity = OFFER_ACTIVITIES.find((one) => one === action);
  const first = offers.find(
    ({ type, isEnabled, promotedUntil }) => type === tab && (activity !== "promote" || (isEnabled && !promotedUntil)),
  );
  return activity && first ? { hash: first.idHashed, activity } : null;
}

type Pages = Readonly<Record<OfferType, number>>;

/** The shown offers, ten of a side at a time. */
function useHeld(first: MyOffersPageProps) {
  const page = usePage();
  const [pages, setPages] = useState<Pages>({ sell: 1, buy: 1 });
  const { data: held = first } = usePageQuery<Held>({
    queryKey: KEY,
    initialData: first,
    queryFn: () => fetchMyOffers(page, pages),
  });
  const merge = useMerge<Held>(KEY);
  const show = async (wanted: Pages) => {
    const now = await fetchMyOffers(page, wanted);
    setPages(wanted);
    merge(() => now);
  };
  const loadMore = useAction((type: OfferType) => show({ ...pages, [type]: pages[type] + 1 }));
  return { held, merge, loadMore, reload: () => show(pages) };
}

/** The shown offers of each side, and their number. */
async function fetchMyOffers(page: PageKit, pages: Pages): Promise<Held> {
  const { listMyOffers } = await contract();
  const wanted = (["sell", "buy"] as const).flatMap((type) =>
    Array.from({ length: pages[type] }, (_, index) => ({
      type,
      page: String(index + 1),
      locale: page.locale,
    })),
  );
  const answers = await Promise.all(wanted.map((query) => page.call(listMyOffers, { query })));
  const [answer] = answers;
  if (!answer) throw new Error("no page was asked for");
  const offers = answers.flatMap((one) => one.data.offers);
  // One that was made between two answers pushes another into both.
  const unlike = new Map(offers.map((offer) => [offer.idHashed, offer]));
  return {
    offers: [...unlike.values()],
    counts: answer.meta.counts,
    on: answer.meta.activeCount,
    messages: answer.data.messages,
  };
}

/** The quick change of one offer: its parts one after the other, each shown when it is done; `onSaved` after the last. */
export function useOfferEdit(
  hash: string,
  { put, attempt, onSaved }: Pick<MyOffers, "put" | "attempt"> & { onSaved: () => void },
): Action<[OfferEdit]> {
  const page = usePage();
  return useAction(
    async ({ margin, fixedPrice, amounts, isConfirmed }: OfferEdit) => {
      const { setOfferMargin, setOfferFixedPrice, setOfferAmount } = await contract();
      const params = { hash };
      const confirm_critical_margin = isConfirmed;
      if (margin !== undefined) {
        const body = { new_margin: margin, confirm_critical_margin };
        put(await attempt("marginErrors", hash, async () => (await page.call(setOfferMargin, { params, body })).data));
      }
      if (fixedPrice !== undefined) {
        const body = { new_fixed_price: fixedPrice, confirm_critical_margin };
        put(
          await attempt(
            "fixedPriceErrors",
            hash,
            async () => (await page.call(setOfferFixedPrice, { params, body })).data,
          ),
        );
      }
      if (amounts)
        put(
          await attempt(
            "limitsErrors",
            hash,
            async () => (await page.call(setOfferAmount, { params, body: amounts })).data,
          ),
        );
      onSaved();
    },
    {
      fields: ["margin", "fixed_price", "new_margin", "new_fixed_price", "range_min", "range_max", "predefined_amount"],
    },
  );
}
