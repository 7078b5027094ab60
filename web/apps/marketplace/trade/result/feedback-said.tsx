/** The reviews of both sides of this trade, each with its reply. */
import { type ReactNode, useState } from "react";
import type { FeedbackItem } from "#contract/market/trades/feedback.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useLive } from "#sdk/live/use-live.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Icon } from "#ui/icon.tsx";
import { thumbDown, thumbUp } from "#ui/icons/shapes.ts";
import { TextArea } from "#ui/forms/input.tsx";

const REPLY_MIN = 3;

/** Read once; the live channel brings later feedback. */
export function FeedbackSaid({ hash }: { hash: string }) {
  const page = usePage();
  const key = ["trade-feedback", hash] as const;
  const { data: items = [] } = usePageQuery<readonly FeedbackItem[]>({
    queryKey: key,
    queryFn: async () => {
      const { listFeedback } = await import("#contract/market/trades/feedback.ts");
      return (await page.call(listFeedback, { params: { id: hash }, query: {} })).data.items;
    },
  });
  const merge = useMerge<readonly FeedbackItem[]>(key);
  useLive("user", ({ type, payload }) => {
    if (type === "feedback.changed" && payload.tradeHash === hash) merge(() => payload.items);
  });
  return items.map((item) => (
    <Card key={item.id} className="p-5">
      <Said item={item}>
        {item.mayReply && (
          <ReplyForm
            hash={hash}
            onChange={(next) => merge((known) => known.map((one) => (one.id === next.id ? next : one)))}
          />
        )}
      </Said>
    </Card>
  ));
}

function Said({ item, children }: { item: FeedbackItem; children: ReactNode }) {
  const t = useT();
  const isGood = item.rating > 0;
  return (
    <div className="grid gap-3 text-sm">
      <h2 className="flex items-center gap-2 text-base font-semibold">
        <Icon
          shape={isGood ? thumbUp : thumbDown}
          label={t(isGood ? "trade.feedback.good" : "trade.feedback.bad")}
          className={isGood ? "text-good" : "text-bad"}
        />
        {item.isMine ? t("trade.feedback.mine") : t("trade.feedback.from", { name: item.giver })}
      </h2>
      {item.message && (
        <p className="[overflow-wrap:anywhere]">
          <bdi>{item.message}</bdi>
        </p>
      )}
      {item.reply && (
        <div className="grid gap-1 border-s-2 border-line ps-3 text-muted">
          {item.isMine && (
            <h3 className="text-xs font-medium">{t("trade.feedback.reply_from", { name: item.receiver })}</h3>
          )}
          <p className="[overflow-wrap:anywhere]">
            <bdi>{item.reply}</bdi>
          </p>
        </div>
      )}
      {children}
    </div>
  );
}

function ReplyForm({ hash, onChange }: { hash: string; onChange: (item: FeedbackItem) => void }) {
  const t = useT();
  const page = usePage();
  const [text, setText] = useState("");
  const reply = useAction(
    async (words: string) => {
      const { replyToFeedback } = await import("#contract/market/trades/feedback.ts");
      const { data } = await page.call(replyToFeedback, { params: { id: hash }, body: { reply: words } });
      onChange(data);
    },
    { fields: ["reply"] },
  );
  return (
    <Form className="grid gap-3" onSubmit={() => void reply.run(trimmed(text))}>
      <Field
        label={t("trade.feedback.reply_label")}
        hint={t("trade.feedback.reply_once")}
        error={reply.refusal?.fault("reply")}
      >
        {(ids) => (
          <TextArea {...ids} maxLength={500} rows={2} value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
      <Button
        type="submit"
        look="secondary"
        isBusy={reply.isRunning}
        disabled={!hasLetters(text, REPLY_MIN)}
        className="justify-self-start"
      >
        {t("trade.feedback.reply_send")}
      </Button>
    </Form>
  );
}
