/** The tour of a first trade: what keeps the reader safe, in the order in which it matters; gone for good once it is read. */
import { useState } from "react";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";

/** `onDone`: the button that had the focus is gone. */
export function FirstTrade({ role, onDone }: { role: "buyer" | "seller"; onDone: () => void }) {
  const t = useT();
  const page = usePage();
  const [isGone, setGone] = useState(false);
  const complete = useAction(async () => {
    const { completeTour } = await import("#contract/people/accounts.ts");
    await page.call(completeTour, { body: { tourName: "first-trade" } });
    setGone(true);
    onDone();
  });
  if (isGone) return null;
  return (
    <section
      aria-labelledby="first-trade"
      className="grid gap-3 rounded-xl border border-brand/30 bg-brand-soft p-5 text-sm"
    >
      <h2 id="first-trade" className="font-semibold text-brand">
        {t("trade.tour.title")}
      </h2>
      <ol className="grid list-decimal gap-2 ps-5">
        {([`escrow_${role}`, `act_${role}`, "help"] as const).map((point) => (
          <li key={point} className="ps-1">
            {t(`trade.tour.${point}`)}
          </li>
        ))}
      </ol>
      <Button
        look="secondary"
        size="sm"
        className="justify-self-start"
        isBusy={complete.isRunning}
        onClick={() => void complete.run()}
      >
        {t("trade.tour.done")}
      </Button>
    </section>
  );
}
