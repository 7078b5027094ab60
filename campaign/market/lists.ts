/** Lists of a random market: an owner's active listed offers, without silent and special ones. */
import assert from "node:assert/strict";
import { count, type Run } from "./asking.ts";
import { read } from "./calls.ts";
import { isOffered } from "./model.ts";
import { isListed } from "./offers/special.ts";
import { lockedUnits } from "./offers/terms.ts";
import type { Role } from "./types.ts";

/** Once the owner's offers were looked at; `price` is that of every offer with a margin now. */
export async function assertLists(
  run: Run,
  { owner, ownerIs, price }: { readonly owner: number; readonly ownerIs: Role; readonly price: string },
): Promise<void> {
  const { place, model, random } = run;
  const { urls } = place.market.servers;
  const own = model.offers.flatMap((offer, index) =>
    offer.owner === owner && offer.ownerIs === ownerIs ? [{ offer, hash: place.offers[index] ?? "" }] : [],
  );
  const listed = own.filter(({ offer }) => {
    const leastUnits = lockedUnits({ price, dollars: offer.limits.least, method: offer.method });
    return isListed(offer) && isOffered(model, offer, leastUnits);
  });
  const reader = place.people[random.below(place.people.length)];
  assert.ok(reader);
  const tab = ownerIs === "seller" ? "sell" : "buy";
  const path = `/rest/v1/users/${place.names[owner]}/offers?tab=${tab}`;
  const shown = await read<{ hash: string }[]>(urls[random.below(urls.length)] ?? "", reader, path);
  assert.deepEqual(
    shown.map(({ hash }) => hash).sort(),
    listed.map(({ hash }) => hash).sort(),
    `${path} has ${own.length} offers`,
  );
  count(run, "a list of an owner's offers");
  if (own.some(({ offer }) => !isListed(offer) && !offer.isGone)) count(run, "a list without what is in none");
}
