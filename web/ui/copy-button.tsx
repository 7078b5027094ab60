/** Puts a text on the clipboard and says that it did. */
import { useEffect, useState } from "react";
import { cx } from "./cx.ts";
import { check, copy } from "./icons/shapes.ts";
import { Icon } from "./icon.tsx";

type Props = {
  text: string;
  label: string;
  doneLabel: string;
  /** Only its sign is drawn, as at the end of a row that names what is copied; a screen reader has the label. */
  isIcon?: boolean;
};

export function CopyButton({ text, label, doneLabel, isIcon = false }: Props) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), 2500);
    return () => clearTimeout(timer);
  }, [isDone]);
  return (
    <button
      type="button"
      title={isIcon ? label : undefined}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setDone(true))}
      className={cx(
        "inline-flex min-h-11 items-center gap-1.5 rounded-md px-2 text-sm font-medium text-brand hover:bg-brand-soft",
        isIcon ? "min-w-11 justify-center" : "-ms-2",
      )}
    >
      <Icon shape={isDone ? check : copy} />
      <span aria-live="polite" className={isIcon ? "sr-only" : undefined}>
        {isDone ? doneLabel : label}
      </span>
    </button>
  );
}
