/** How many offers the filter for eligible ones leaves out, why on request, and a way to see them. */
import { useState } from "react";
import { Late } from "#sdk/late.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { countText } from "#sdk/words/money.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Spinner } from "#ui/spinner.tsx";
import type { Listing } from "./use-listing.ts";

const loadReasons = () => import("./hidden-reasons.tsx").then((module) => module.HiddenReasons);
const LINK = "min-h-6 font-semibold text-brand underline";

export function HiddenNote({ listing, isCentered = false }: { listing: Listing; isCentered?: boolean }) {
  const page = usePage();
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const { hidden } = listing.meta;
  if (!hidden || (hidden.count === 0 && hidden.isExact)) return null;
  const total = countText(page.locale, hidden.count) + (hidden.isExact ? "" : "+");
  const show = () => listing.apply({ acceptableOnly: false });
  return (
    <div className={isCentered ? "" : "flex flex-wrap items-center gap-x-2 text-xs text-muted"}>
      <span>
        {hidden.count === 0 ? t("listing.hidden.some") : t("listing.hidden.count", { count: hidden.count, total })}
      </span>{" "}
      <button type="button" className={LINK} onClick={() => setOpen(true)}>
        {t("listing.hidden.why")}
      </button>
      <Dialog
        isOpen={isOpen}
        isSheet
        onClose={() => setOpen(false)}
        title={t("listing.hidden.title")}
        closeLabel={t("shell.close")}
        footer={
          <Button
            wide
            onClick={() => {
              setOpen(false);
              show();
            }}
          >
            {t("listing.hidden.show")}
          </Button>
        }
      >
        {isOpen && (
          <Late
            load={loadReasons}
            props={{ wanted: listing.wanted }}
            loading={<Spinner size={20} />}
            failed={(again) => <Button onClick={again}>{t("listing.hidden.why")}</Button>}
          />
        )}
      </Dialog>
    </div>
  );
}
