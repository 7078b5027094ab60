/** Promotes an offer to sell in two steps: for how long, and that it is done. What is refused stays to be mended. */
import { useState } from "react";
import type { MyOffer } from "#contract/market/offers/my/offer.ts";
import { PROMOTION_DAYS } from "#contract/market/offers/promotion-days.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Form } from "#ui/forms/form.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";

type Props = {
  readonly offer: MyOffer;
  readonly available: number;
  readonly onPromoted: (offer: MyOffer, available: number) => void;
  readonly onClose: () => void;
};

export function PromoteDialog({ offer, available, onPromoted, onClose }: Props) {
  const t = useT();
  return (
    <Dialog isOpen isSheet onClose={onClose} title={t("myoffers.promote.title")} closeLabel={t("shell.close")}>
      {offer.promotedUntil ? (
        <div className="grid gap-4">
          <p role="status" className="text-sm">
            {t("myoffers.promote.finished")} <LocalTime at={offer.promotedUntil} />
          </p>
          <Button wide onClick={onClose}>
            {t("myoffers.close")}
          </Button>
        </div>
      ) : (
        <PromoteForm offer={offer} available={available} onPromoted={onPromoted} />
      )}
    </Dialog>
  );
}

function PromoteForm({ offer, available, onPromoted }: Omit<Props, "onClose">) {
  const page = usePage();
  const t = useT();
  const [days, setDays] = useState<string | null>(null);
  const promote = useAction(
    async (wanted: number) => {
      const { promoteOffer } = await import("#contract/market/offers/promotions.ts");
      const params = { id: offer.idHashed };
      const { data, meta } = await page.call(promoteOffer, { params, body: { days: wanted } });
      onPromoted(data, meta.promoteAvailable);
    },
    { fields: ["days"] },
  );
  return (
    <Form noValidate className="grid gap-4" onSubmit={() => void (days && promote.run(Number(days)))}>
      <p className="text-sm text-muted">{t("myoffers.promote.lead", { count: available })}</p>
      <RadioCards
        legend={t("myoffers.promote.days")}
        name="promote-days"
        columns={3}
        value={days}
        onChange={(chosen) => {
          promote.clear();
          setDays(chosen);
        }}
        cards={PROMOTION_DAYS.map((count) => ({
          value: String(count),
          title: t("myoffers.promote.for", { count }),
        }))}
      />
      {promote.refusal?.fault("days") && (
        <p role="alert" className="text-sm text-bad">
          {promote.refusal.fault("days")}
        </p>
      )}
      <Button type="submit" disabled={days === null} isBusy={promote.isRunning}>
        {t("myoffers.promote.confirm")}
      </Button>
    </Form>
  );
}
