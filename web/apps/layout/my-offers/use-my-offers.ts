/** One's offers and what can be done to them; each reply is the offer as it is then, and a refusal leaves it as it was. */
import { useState } from "react";
import type { MyOffer } from "#contract/my-offers.ts";
import type { MyOffersPageProps } from "#contract/page-props.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { type Action, useAction } from "#sdk/use-action.ts";

export type OfferEdit = {
  readonly margin?: string;
  readonly fixedPrice?: string;
  readonly amounts?: { range_min: string; range_max: string } | { predefined_amount: string[] };
  readonly isConfirmed: boolean;
};

export type MyOffers = {
  readonly offers: readonly MyOffer[];
  readonly put: (offer: MyOffer) => void;
  readonly toggle: Action<[MyOffer]>;
  readonly remove: Action<[MyOffer]>;
  readonly switchAll: Action<["active" | "inactive"]>;
  readonly comeBack: Action<[MyOffer]>;
};

const contract = () => import("#contract/my-offers.ts");

export function useMyOffers(first: MyOffersPageProps): MyOffers {
  const page = usePage();
  const t = useT();
  const [offers, setOffers] = useState<readonly MyOffer[]>(first.offers);
  const put = (offer: MyOffer) =>
    setOffers((known) => known.map((one) => (one.idHashed === offer.idHashed ? offer : one)));
  const toggle = useAction(async (offer: MyOffer) => {
    const { setOfferStatus } = await contract();
    const params = { hash: offer.idHashed };
    put({ ...offer, isActive: !offer.isActive });
    try {
      const body = { new_status: offer.isActive ? ("inactive" as const) : ("active" as const) };
      put((await page.call(setOfferStatus, { params, body })).data);
    } catch (error) {
      put(offer);
      throw error;
    }
  });
  const remove = useAction(async (offer: MyOffer) => {
    const { deleteOffer } = await contract();
    await page.call(deleteOffer, { params: { id: offer.idHashed } });
    setOffers((known) => known.filter((one) => one.idHashed !== offer.idHashed));
    page.toast("success", t("myoffers.deleted"));
  });
  const switchAll = useAction(async (status: "active" | "inactive") => {
    const { listMyOffers, toggleAllOffers } = await contract();
    const { data } = await page.call(toggleAllOffers, { body: { new_status: status } });
    const sides = await Promise.all(
      (["sell", "buy"] as const).map((type) => page.call(listMyOffers, { query: { type } })),
    );
    setOffers(sides.flatMap((side) => side.data.offers));
    if (data.refused.length > 0) page.toast("warning", t("myoffers.some_stay_off", { count: data.refused.length }));
  });
  const comeBack = useAction(async (offer: MyOffer) => {
    const { resetOfferPenalty } = await contract();
    put((await page.call(resetOfferPenalty, { params: { hash: offer.idHashed }, body: {} })).data);
  });
  return { offers, put, toggle, remove, switchAll, comeBack };
}

/** The quick change of one offer; `onSaved` gets it as it is then. */
export function useOfferEdit(offer: MyOffer, onSaved: (offer: MyOffer) => void): Action<[OfferEdit]> {
  const page = usePage();
  return useAction(
    async ({ margin, fixedPrice, amounts, isConfirmed }: OfferEdit) => {
      const { setOfferMargin, setOfferFixedPrice, setOfferAmount } = await contract();
      const params = { hash: offer.idHashed };
      const confirm_critical_margin = isConfirmed;
      let now = offer;
      if (margin !== undefined) {
        const body = { new_margin: margin, confirm_critical_margin };
        now = (await page.call(setOfferMargin, { params, body })).data;
      }
      if (fixedPrice !== undefined) {
        const body = { new_fixed_price: fixedPrice, confirm_critical_margin };
        now = (await page.call(setOfferFixedPrice, { params, body })).data;
      }
      if (amounts) now = (await page.call(setOfferAmount, { params, body: amounts })).data;
      onSaved(now);
    },
    {
      fields: ["margin", "fixed_price", "new_margin", "new_fixed_price", "range_min", "range_max", "predefined_amount"],
    },
  );
}
