/** Ending a card for good: what becomes of each hold, and of the money. */
import type { Card, CardPayment } from "#contract/products/cards/cards.ts";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";

type Props = {
  readonly card: Card;
  readonly holds: readonly CardPayment[];
  readonly onDone: () => void;
  readonly onClose: () => void;
};

export function EndCard({ card, holds, onDone, onClose }: Props) {
  const t = useT();
  const page = usePage();
  const end = useAction(async () => {
    const { terminateCard } = await import("#contract/products/cards/cards.ts");
    await page.call(terminateCard, { params: { id: card.id } });
    page.toast("success", t("cards.end.done", { label: card.label }));
    onDone();
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("cards.end.heading", { label: card.label })}
      closeLabel={t("shell.close")}
    >
      <div className="grid gap-4">
        <p className="text-sm">{t("cards.end.lead")}</p>
        {holds.length > 0 && (
          <ul className="grid gap-2 rounded-lg bg-sunken p-4 text-sm">
            {holds.map((hold) => (
              <li key={hold.id} className="flex flex-wrap justify-between gap-2">
                <span>{hold.merchant ?? t("cards.unnamed")}</span>
                <span className="tabular-nums">
                  <bdi>{fiatText(page.locale, hold.held, "USD")} USD</bdi>
                </span>
                <span className="w-full text-xs text-muted">
                  {t("cards.held_until")} {hold.heldUntil && <LocalTime at={hold.heldUntil} />}
                </span>
              </li>
            ))}
          </ul>
        )}
        <Button look="danger" wide isBusy={end.isRunning} onClick={() => void end.run()}>
          {t("cards.end.confirm")}
        </Button>
      </div>
    </Dialog>
  );
}
