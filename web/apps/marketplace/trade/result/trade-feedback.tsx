/** After a success: a thumb, which nobody has chosen yet, and a sentence; both can be changed later. */
import { useState } from "react";
import type { FeedbackItem } from "#contract/market/trades/feedback.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { knownQuery } from "#sdk/calls/queries.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Icon } from "#ui/icon.tsx";
import { thumbDown, thumbUp } from "#ui/icons/shapes.ts";
import { TextArea } from "#ui/forms/input.tsx";

export function TradeFeedback({ trade }: { trade: TradeView }) {
  const t = useT();
  const page = usePage();
  const [rating, setRating] = useState<1 | -1 | null>(null);
  const [message, setMessage] = useState("");
  const [isGiven, setGiven] = useState(trade.feedback.given);
  const [isOpen, setOpen] = useState(!trade.feedback.given);
  const give = useAction(
    async (given: { rating: 1 | -1; message: string }) => {
      const { giveFeedback } = await import("#contract/market/trades/feedback.ts");
      await page.call(giveFeedback, { params: { id: trade.tradeHash }, body: given });
      setGiven(true);
      setOpen(false);
      page.toast("success", t("trade.feedback.thanks"));
    },
    { fields: ["message"] },
  );
  const edit = () => {
    const items = knownQuery<readonly FeedbackItem[]>(page, ["trade-feedback", trade.tradeHash]);
    const own = items?.find(({ isMine }) => isMine);
    if (own) {
      setRating(own.rating > 0 ? 1 : -1);
      setMessage(own.message);
    }
    setOpen(true);
  };
  const other = trade.viewerRole === "buyer" ? trade.seller.username : trade.buyer.username;
  if (!isOpen) {
    return (
      <p className="flex flex-wrap items-center gap-3 text-sm">
        {t("trade.feedback.given")}
        <Button look="quiet" size="sm" onClick={edit}>
          {t("trade.feedback.change")}
        </Button>
      </p>
    );
  }
  return (
    <Form className="grid gap-3" onSubmit={() => rating && void give.run({ rating, message: trimmed(message) })}>
      <h2 className="font-semibold">{t("trade.feedback.title", { name: other })}</h2>
      <fieldset className="flex flex-wrap gap-2" aria-label={t("trade.feedback.how")}>
        {([1, -1] as const).map((value) => (
          <Button
            key={value}
            look={rating === value ? "primary" : "secondary"}
            aria-pressed={rating === value}
            onClick={() => setRating(value)}
          >
            <Icon shape={value === 1 ? thumbUp : thumbDown} />
            {t(value === 1 ? "trade.feedback.good" : "trade.feedback.bad")}
          </Button>
        ))}
      </fieldset>
      <Field label={t("trade.feedback.message")} error={give.refusal?.fault("message")}>
        {(ids) => (
          <TextArea
            {...ids}
            maxLength={500}
            rows={2}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" disabled={rating === null} isBusy={give.isRunning} className="justify-self-start">
        {t(isGiven ? "trade.feedback.save" : "trade.feedback.give")}
      </Button>
    </Form>
  );
}
