/** A box to tick, with its sentence; the whole line is the target. */
import { type ComponentProps, type ReactNode, use, useState } from "react";
import { cx } from "../cx.ts";
import { FieldTexts } from "./field-texts.ts";

export function Checkbox({
  children,
  className,
  hint,
  ...rest
}: { children: ReactNode; hint?: ReactNode } & ComponentProps<"input">) {
  const say = use(FieldTexts);
  const [isRefused, setRefused] = useState(false);
  return (
    <label
      className={cx("flex min-h-11 cursor-pointer items-start gap-3 py-2.5 text-sm", className)}
      onInvalid={(event) => {
        // The browser's bubble is in its own language.
        event.preventDefault();
        setRefused(true);
      }}
      onInput={() => setRefused(false)}
    >
      <input
        type="checkbox"
        {...rest}
        aria-invalid={isRefused || undefined}
        className="size-5 shrink-0 rounded-sm accent-(--brand)"
      />
      <span>
        {children}
        {hint && <span className="block text-xs text-muted">{hint}</span>}
        {isRefused && (
          <span role="alert" className="block text-xs font-medium text-bad">
            {say("unticked")}
          </span>
        )}
      </span>
    </label>
  );
}

/** On or off, at once. */
export function Switch({
  label,
  isOn,
  onChange,
  ...rest
}: {
  label: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  disabled?: boolean;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={() => onChange(!isOn)}
      {...rest}
      className="inline-flex min-h-11 items-center gap-3 text-start text-sm disabled:opacity-55"
    >
      <span
        className={cx(
          "flex h-6 w-10 shrink-0 items-center rounded-full p-0.5 transition-colors",
          isOn ? "bg-brand" : "bg-edge",
        )}
      >
        <span
          className={cx(
            "size-5 rounded-full bg-raised transition-transform",
            isOn && "translate-x-4 rtl:-translate-x-4",
          )}
        />
      </span>
      {label}
    </button>
  );
}
