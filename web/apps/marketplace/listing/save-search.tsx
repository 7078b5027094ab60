/** Saves the listing with its filters, with an alert; a visitor signs in first. */
import { useEffect, useEffectEvent, useState } from "react";
import { type ListingState, listingHref } from "#contract/market/offers/listing/address.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { pressAfterSignIn, takePress } from "#sdk/sign-in-first.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { bell } from "#ui/icons/shapes.ts";

const PRESS = "save-search";
const NAME_MAX = 80;

export function SaveSearch({ state, title }: { state: ListingState; title: string }) {
  const page = usePage();
  const t = useT();
  const isSignedIn = useSession() !== null;
  const address = listingHref("en", { ...state, page: 1 });
  const [saved, setSaved] = useState("");
  const save = useAction(async (asked: string) => {
    const { saveSearch } = await import("#contract/market/offers/saved-searches.ts");
    const name = [title, state.currencyCode, state.fiatMin].filter(Boolean).join(" · ").slice(0, NAME_MAX);
    await page.call(saveSearch, { body: { name, address: asked } });
    setSaved(asked);
    page.toast("success", t("listing.save.done"));
  });
  const catchUp = useEffectEvent(() => {
    if (takePress(PRESS)) void save.run(address);
  });
  useEffect(() => {
    if (isSignedIn) catchUp();
  }, [isSignedIn]);
  const icon = <Icon shape={bell} />;
  if (saved === address)
    return (
      <LinkButton look="quiet" href={page.href("savedSearches", undefined)} className="max-sm:px-3">
        {icon}
        <span className="max-sm:sr-only">{t("listing.save.open")}</span>
      </LinkButton>
    );
  return (
    <Button
      look="quiet"
      isBusy={save.isRunning}
      onClick={() => (isSignedIn ? void save.run(address) : pressAfterSignIn(page, PRESS))}
      className="max-sm:px-3"
    >
      {icon}
      <span className="max-sm:sr-only">{t("listing.save.press")}</span>
    </Button>
  );
}
