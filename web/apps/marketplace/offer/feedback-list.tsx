/** Reviews by traders who traded with the owner. */
import { useState } from "react";
import type { OfferPageProps } from "#contract/market/pages.ts";
import { agoText } from "#sdk/words/ago.ts";
import { countText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Avatar } from "#ui/pictures/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { thumbDown, thumbUp } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";

export function FeedbackList({ hash, feedback }: { hash: string; feedback: OfferPageProps["feedback"] }) {
  const page = usePage();
  const t = useT();
  const [shown, setShown] = useState({ items: feedback.items, nextPage: feedback.nextPage });
  const more = useAction(async (next: number) => {
    const { listFeedback } = await import("#contract/market/trades/feedback.ts");
    const { data } = await page.call(listFeedback, {
      params: { id: hash },
      query: { page: String(next), locale: page.locale },
    });
    setShown((known) => ({ items: [...known.items, ...data.items], nextPage: data.nextPage }));
  });
  return (
    <Card className="grid gap-4 p-5" aria-labelledby="feedback">
      <h2 id="feedback" className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm font-semibold">
        {t("offer.feedback.title")}
        <span className="flex items-center gap-1.5 font-medium text-good">
          <Icon shape={thumbUp} size={14} label={t("offers.row.feedback_good")} />
          {countText(page.locale, feedback.positiveCount)}
        </span>
        <span className="flex items-center gap-1.5 font-medium text-bad">
          <Icon shape={thumbDown} size={14} label={t("offers.row.feedback_bad")} />
          {countText(page.locale, feedback.negativeCount)}
        </span>
      </h2>
      {shown.items.length === 0 ? (
        <p className="text-sm text-muted">{t("offer.feedback.none")}</p>
      ) : (
        <ul className="grid gap-4">
          {shown.items.map((item) => (
            <li key={item.id} className="flex gap-3">
              <Avatar name={item.giver} url={item.giverAvatarUrl} size={32} />
              <div className="grid min-w-0 gap-0.5 text-sm">
                <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
                  <Icon
                    shape={item.rating > 0 ? thumbUp : thumbDown}
                    size={14}
                    label={t(item.rating > 0 ? "offers.row.feedback_good" : "offers.row.feedback_bad")}
                    className={item.rating > 0 ? "text-good" : "text-bad"}
                  />
                  <bdi className="font-semibold text-ink">{item.giver}</bdi>
                  <span>{agoText(t, page.madeAtMs - Date.parse(item.updatedAt))}</span>
                  <bdi>{item.paymentMethod}</bdi>
                </p>
                <p>
                  <bdi>{item.message}</bdi>
                </p>
                {item.reply && (
                  <p className="border-s-2 border-line ps-3 text-muted">
                    <bdi>{item.reply}</bdi>
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {shown.nextPage !== null && (
        <Button
          look="secondary"
          isBusy={more.isRunning}
          onClick={() => void more.run(shown.nextPage ?? 1)}
          className="justify-self-start"
        >
          {t("offer.feedback.more")}
        </Button>
      )}
    </Card>
  );
}
