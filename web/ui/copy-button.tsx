/** Puts a text on the clipboard and says that it did. */
import { useEffect, useState } from "react";
import { check, copy } from "./icons/shapes.ts";
import { Icon } from "./icon.tsx";

export function CopyButton({ text, label, doneLabel }: { text: string; label: string; doneLabel: string }) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), 2500);
    return () => clearTimeout(timer);
  }, [isDone]);
  return (
    <button
      type="button"
      onClick={() => void navigator.clipboard.writeText(text).then(() => setDone(true))}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-md px-2 text-sm font-medium text-brand hover:bg-brand-soft"
    >
      <Icon shape={isDone ? check : copy} />
      <span aria-live="polite">{isDone ? doneLabel : label}</span>
    </button>
  );
}
