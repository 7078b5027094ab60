/** The strength of a password below its field, in three bars and a word. */
import { useT } from "#sdk/page-kit.ts";
import { cx } from "#ui/cx.ts";
import { LEAST_LETTERS, type Strength } from "./strength.ts";

const TONES = ["bg-bad", "bg-warn", "bg-brand", "bg-good"] as const;

export function PasswordMeter({ strength: { step, word } }: { strength: Strength }) {
  const t = useT();
  return (
    <span className="flex items-center gap-3">
      <span className="grid w-24 shrink-0 grid-cols-3 gap-1" aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={cx("h-1.5 rounded-full", bar <= Math.max(step, 1) ? TONES[step] : "bg-sunken")} />
        ))}
      </span>
      <span>
        <span className="sr-only">{t("auth.register.strength.label")}: </span>
        {t(`auth.register.strength.${word}`, { min: LEAST_LETTERS })}
      </span>
    </span>
  );
}
