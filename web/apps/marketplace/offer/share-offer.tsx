/**
 * Hands the address of an offer on: by what the device shares with, and where it has nothing, by the clipboard. Where that is denied
 * the address is shown to be copied by hand.
 */
import { useState } from "react";
import type { OfferView } from "#contract/market/offers/offers.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { send } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { Input } from "#ui/forms/input.tsx";

export function ShareOffer({ offer, title }: { offer: OfferView; title: string }) {
  const page = usePage();
  const t = useT();
  const [denied, setDenied] = useState<string | null>(null);
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
    try {
      await navigator.clipboard.writeText(url);
      page.toast("success", t("offer.share.copied"));
    } catch {
      // Denied by the reader, or a page without HTTPS, which has no clipboard.
      setDenied(url);
    }
  };
  return (
    <>
      <Button look="quiet" size="sm" onClick={() => void share()}>
        <Icon shape={send} className="rtl:-scale-x-100" />
        {t("offer.share.button")}
      </Button>
      <Dialog
        isOpen={denied !== null}
        onClose={() => setDenied(null)}
        title={t("offer.share.denied")}
        closeLabel={t("shell.close")}
      >
        <Field label={title} hint={t("offer.share.denied_text")}>
          {(ids) => (
            <Input {...ids} dir="ltr" readOnly value={denied ?? ""} onFocus={(event) => event.currentTarget.select()} />
          )}
        </Field>
      </Dialog>
    </>
  );
}
