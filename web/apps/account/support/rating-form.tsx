/** The rating of a ticket: one of five, once, with words where somebody has some. */
import { useState } from "react";
import { RATING_TEXT_MAX, RATINGS } from "#contract/reach/support/names.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";

type Props = {
  readonly rating: number | null;
  readonly onRate: (rating: { score: number; text: string }) => Promise<void>;
};

export function RatingForm({ rating, onRate }: Props) {
  const t = useT();
  const [score, setScore] = useState<number | null>(null);
  const [text, setText] = useState("");
  const send = useAction((chosen: number, words: string) => onRate({ score: chosen, text: words }), {
    fields: ["text"],
  });
  if (rating !== null) return <Alert kind="success">{t("support.rating.thanks", { score: rating })}</Alert>;
  return (
    <Card className="p-5">
      <Form className="grid gap-4" onSubmit={() => score !== null && void send.run(score, trimmed(text))}>
        <fieldset className="grid gap-2">
          <legend className="font-semibold">{t("support.rating.title")}</legend>
          <div className="flex flex-wrap gap-2">
            {RATINGS.map((one) => (
              <label
                key={one}
                className={`inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-lg border px-3 text-sm tabular-nums ${score === one ? "border-brand bg-brand-soft" : "border-edge"}`}
              >
                <input
                  type="radio"
                  name="score"
                  value={one}
                  checked={score === one}
                  onChange={() => setScore(one)}
                  aria-label={t("support.rating.score", { score: one })}
                  className="size-4 accent-(--brand)"
                />
                {one}
              </label>
            ))}
          </div>
        </fieldset>
        <Field label={t("support.rating.text")} error={send.refusal?.fault("text")}>
          {(ids) => (
            <Input
              {...ids}
              dir="auto"
              maxLength={RATING_TEXT_MAX}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" className="justify-self-start" disabled={score === null} isBusy={send.isRunning}>
          {t("support.rating.send")}
        </Button>
      </Form>
    </Card>
  );
}
