/** The heart of an offer. It flips at once and flips back when the server declines. */
import { useState } from "react";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/use-action.ts";
import { IconButton } from "#ui/button.tsx";
import { heart } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";

export function FavoriteButton({ hash, isFavorite }: { hash: string; isFavorite: boolean }) {
  const page = usePage();
  const t = useT();
  const session = useSession();
  const [isKept, setKept] = useState(isFavorite);
  const flip = useAction(async () => {
    const { addFavoriteOffer, removeFavoriteOffer } = await import("#contract/favorites.ts");
    setKept(!isKept);
    try {
      const { data } = isKept
        ? await page.call(removeFavoriteOffer, { params: { id: hash } })
        : await page.call(addFavoriteOffer, { params: { id: hash } });
      setKept(data.isFavorite);
    } catch (error) {
      setKept(isKept);
      throw error;
    }
  });
  return (
    <IconButton
      label={t(isKept ? "offers.row.favorite_remove" : "offers.row.favorite_add")}
      tone={isKept ? "bad" : "muted"}
      onClick={() => (session ? void flip.run() : page.go("login", undefined))}
    >
      <Icon shape={heart} size={18} className={isKept ? "fill-current" : undefined} />
    </IconButton>
  );
}
