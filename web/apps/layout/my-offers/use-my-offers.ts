/** One's offers and what can be done to them; each reply is the offer as it is then, and a refusal leaves it as it was. */
import { useState } from "react";
import type { MyOffer } from "#contract/my-offers.ts";
import type { MyOffersPageProps } from "#contract/page-props.ts";
import { type PageKit, usePage, useT } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/queries.ts";
import { type Action, useAction } from "#sdk/use-action.ts";

import { choose, type Chosen, OFFER_ACTIVITIES } from "./chosen.ts";
import type { OfferErrors } from "./offer-errors.ts";
import { type Attempt, useOfferErrors } from "./use-offer-errors.ts";

export type OfferEdit = {
  readonly margin?: string;
  readonly fixedPrice?: string;
  readonly amounts?: { range_min: string; range_max: string } | { predefined_amount: string[] };
  readonly isConfirmed: boolean;
};

export type MyOffers = {
  readonly offers: readonly MyOffer[];
  readonly put: (offer: MyOffer) => void;
  /** Answers whether it is on then. */
  readonly switchOne: (hash: string, isOn: boolean) => Promise<boolean>;
  readonly remove: Action<[hash: string]>;
  readonly switchAll: Action<["active" | "inactive"]>;
  readonly comeBack: Action<[hash: string]>;
  /** What is open, of one offer; chosen again it is let go. */
  readonly chosen: Chosen;
  readonly choose: (wanted: NonNullable<Chosen>) => void;
  readonly letGo: () => void;
  /** What was declined last of each. */
  readonly errors: OfferErrors;
  /** Does one change of an offer, and keeps in its group why it was declined. */
  readonly attempt: Attempt;
  /** How many offers may be promoted at a time, and how many more. */
  readonly promote: MyOffersPageProps["promote"];
  readonly putPromoted: (offer: MyOffer, available: number) => void;
  /** After something that changes several. */
  readonly reload: () => Promise<void>;
};

const contract = () => import("#contract/my-offers.ts");
const KEY = ["my-offers"] as const;

export function useMyOffers(first: MyOffersPageProps): MyOffers {
  const page = usePage();
  const t = useT();
  const { data: offers = first.offers } = usePageQuery<readonly MyOffer[]>({
    queryKey: KEY,
    initialData: first.offers,
    queryFn: () => fetchMyOffers(page),
  });
  const merge = useMerge<readonly MyOffer[]>(KEY);
  const put = (offer: MyOffer) => merge((known) => known.map((one) => (one.idHashed === offer.idHashed ? offer : one)));
  const [chosen, setChosen] = useState<Chosen>(chosenAtFirst(first));
  const [promote, setPromote] = useState(first.promote);
  const { errors, attempt } = useOfferErrors();
  const reload = async () => {
    const now = await fetchMyOffers(page);
    merge(() => now);
  };
  const switchOne = async (hash: string, isOn: boolean) => {
    const { setOfferStatus } = await contract();
    const body = { new_status: isOn ? ("active" as const) : ("inactive" as const) };
    return attempt("offerErrors", hash, async () => {
      const { data } = await page.call(setOfferStatus, { params: { hash }, body });
      put(data);
      return data.isActive;
    });
  };
  // Offers are acted on side by side: one that waits for its answer keeps none of the others.
  const perOffer = { lane: (hash: string) => hash };
  const remove = useAction(async (hash: string) => {
    const { deleteOffer } = await contract();
    await page.call(deleteOffer, { params: { id: hash } });
    merge((known) => known.filter((one) => one.idHashed !== hash));
    page.toast("success", t("myoffers.deleted"));
  }, perOffer);
  const switchAll = useAction(async (status: "active" | "inactive") => {
    const { toggleAllOffers } = await contract();
    const { data } = await page.call(toggleAllOffers, { body: { new_status: status } });
    await reload();
    if (data.refused.length > 0) page.toast("warning", t("myoffers.some_stay_off", { count: data.refused.length }));
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
    offers,
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

async function fetchMyOffers(page: PageKit): Promise<readonly MyOffer[]> {
  const { listMyOffers } = await contract();
  const sides = await Promise.all(
    (["sell", "buy"] as const).map((type) => page.call(listMyOffers, { query: { type } })),
  );
  return sides.flatMap((side) => side.data.offers);
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
