/** The public state of a market as its channel goes on: an older message never replaces a newer one, and a wrong book is none. */
import { changed, type SpotState } from "#contract/products/spot/changes.ts";
import type { SpotFigures } from "#contract/products/spot/spot.ts";
import type { LiveEvent } from "#sdk/page-kit.ts";

type Known = Omit<SpotState, "figures"> & { readonly figures: SpotFigures | null };

/** `wrong` where the message does not fit: the whole state has to be asked for. */
export function stateAfter(known: Known, event: LiveEvent): Known | "wrong" {
  if (event.type === "spot.market")
    return BigInt(event.payload.book.seq) < BigInt(known.book.seq) ? known : event.payload;
  if (event.type !== "spot.change") return known;
  return changed({ ...known, figures: event.payload.figures }, event.payload) ?? "wrong";
}
