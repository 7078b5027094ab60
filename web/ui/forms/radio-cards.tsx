/** A choice of few, each as a card with a title and a line of explanation. */
import type { ReactNode } from "react";
import { cx } from "../cx.ts";

export type RadioCard<Value extends string> = { value: Value; title: ReactNode; text?: ReactNode; disabled?: boolean };

export function RadioCards<Value extends string>({
  legend,
  name,
  value,
  cards,
  onChange,
  columns = 2,
}: {
  legend: ReactNode;
  name: string;
  value: Value | null;
  cards: readonly RadioCard<Value>[];
  onChange: (value: Value) => void;
  columns?: 1 | 2 | 3;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className={cx("grid gap-2", columns === 2 && "sm:grid-cols-2", columns === 3 && "sm:grid-cols-3")}>
        {cards.map((card) => (
          <label
            key={card.value}
            className={cx(
              "flex min-h-11 cursor-pointer items-start gap-3 rounded-lg border p-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:opacity-55",
              value === card.value ? "border-brand bg-brand-soft" : "border-edge bg-raised hover:bg-sunken",
            )}
          >
            <input
              type="radio"
              name={name}
              value={card.value}
              checked={value === card.value}
              disabled={card.disabled}
              onChange={() => onChange(card.value)}
              className="mt-0.5 size-5 shrink-0 accent-(--brand)"
            />
            <span className="grid gap-0.5">
              <span className="text-sm font-semibold">{card.title}</span>
              {card.text && <span className="text-xs text-muted">{card.text}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
