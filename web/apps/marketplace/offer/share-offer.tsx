/** Hands the address of an offer on: by what the device shares with, and where it has nothing, by the clipboard. */
import type { OfferView } from "#contract/market/offers/offers.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Button } from "#ui/button.tsx";
import { send } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";

export function ShareOffer({ offer, title }: { offer: OfferView; title: string }) {
  const page = usePage();
  const t = useT();
  const share = async () => {
    const url = new URL(page.href("viewOffer", { hash: offer.hash }), location.origin).href;
    if (typeof navigator.share === "function") {
      try {
        await navigator.share({ title, url });
        return;
      } catch (error) {
        // They closed it again; anything else and the link is copied.
        if (error instanceof DOMException && error.name === "AbortError") return;
      }
    }
    await navigator.clipboard.writeText(url);
    page.toast("success", t("offer.share.copied"));
  };
  return (
    <Button look="quiet" size="sm" onClick={() => void share()}>
      <Icon shape={send} />
      {t("offer.share.button")}
    </Button>
  );
}
