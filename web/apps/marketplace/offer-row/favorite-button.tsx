/**
 * The heart-shaped button of an offer. It flips at once, ends where the reader left it, and flips back when the server declines. A visitor
 * signs in first and comes to the offer's own page: a list may no longer have it.
 */
import { useEffect, useEffectEvent } from "react";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { pressAfterSignIn, takePress } from "#sdk/sign-in-first.ts";
import { useToggle } from "#sdk/state/use-toggle.ts";
import { IconButton } from "#ui/button.tsx";
import { heart } from "#ui/icons/page-shapes.ts";
import { Icon } from "#ui/icon.tsx";

export function FavoriteButton({ hash, isFavorite }: { hash: string; isFavorite: boolean }) {
  const page = usePage();
  const t = useT();
  const session = useSession();
  const kept = useToggle(isFavorite, async (isKept) => {
    const { addFavoriteOffer, removeFavoriteOffer } = await import("#contract/market/offers/favorites.ts");
    const { data } = await page.call(isKept ? addFavoriteOffer : removeFavoriteOffer, { params: { id: hash } });
    return data.isFavorite;
  });
  const name = `favorite:${hash}`;
  const catchUp = useEffectEvent(() => {
    if (takePress(name) && !kept.isOn) kept.press();
  });
  const isSignedIn = session !== null;
  useEffect(() => {
    if (isSignedIn) catchUp();
  }, [isSignedIn]);
  return (
    <IconButton
      label={t(kept.isOn ? "offers.row.favorite_remove" : "offers.row.favorite_add")}
      tone={kept.isOn ? "bad" : "muted"}
      onClick={() => (session ? kept.press() : pressAfterSignIn(page, name, page.href("viewOffer", { hash })))}
    >
      <Icon shape={heart} size={18} className={kept.isOn ? "fill-current" : undefined} />
    </IconButton>
  );
}
