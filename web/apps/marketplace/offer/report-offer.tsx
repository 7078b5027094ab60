/** The button that reports an offer; its form is loaded when it opens. */
import { useState } from "react";
import type { OfferView } from "#contract/market/offers/offers.ts";
import { Late } from "#sdk/late.tsx";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { signInHref } from "#sdk/sign-in-first.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { alertTriangle } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { Spinner } from "#ui/spinner.tsx";

const loadForm = () => import("./report-form.tsx").then((module) => module.ReportForm);

export function ReportOffer({ offer }: { offer: OfferView }) {
  const page = usePage();
  const t = useT();
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  if (!session) {
    return (
      <LinkButton look="quiet" size="sm" href={signInHref(page, page.href("viewOffer", { hash: offer.hash }))}>
        <Icon shape={alertTriangle} />
        {t("offer.report.button")}
      </LinkButton>
    );
  }
  return (
    <>
      <Button look="quiet" size="sm" disabled={isDone} onClick={() => setOpen(true)}>
        <Icon shape={alertTriangle} />
        {t(isDone ? "offer.report.done" : "offer.report.button")}
      </Button>
      <Dialog
        isOpen={isOpen}
        isSheet
        onClose={() => setOpen(false)}
        title={t("offer.report.title")}
        closeLabel={t("shell.close")}
      >
        {isOpen && (
          <Late
            load={loadForm}
            props={{
              hash: offer.hash,
              onSent: () => {
                setDone(true);
                setOpen(false);
              },
            }}
            loading={<Spinner size={20} />}
            failed={(again) => <Button onClick={again}>{t("offer.report.button")}</Button>}
          />
        )}
      </Dialog>
    </>
  );
}
