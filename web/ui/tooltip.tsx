/** A word of explanation behind a small sign. It opens by press, so it is there for fingers and keyboards too. */
import { type ReactNode, useId } from "react";
import { info } from "./icons/shapes.ts";
import { Icon } from "./icon.tsx";

export function Hint({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <span className="relative inline-flex">
      <button
        type="button"
        popoverTarget={id}
        aria-label={label}
        className="grid size-6 place-items-center rounded-full text-muted hover:text-ink"
      >
        <Icon shape={info} size={14} />
      </button>
      <span
        id={id}
        popover="auto"
        className="m-auto max-w-xs rounded-lg border border-line bg-raised p-3 text-xs font-normal text-ink shadow-float"
      >
        {children}
      </span>
    </span>
  );
}
