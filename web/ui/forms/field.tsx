/** A labelled place in a form: label, the control, a hint, and what is wrong with it, tied together for all readers. */
import { type FormEvent, type ReactNode, use, useId, useState } from "react";
import { alertTriangle } from "../icons/shapes.ts";
import { Icon } from "../icon.tsx";
import { cx } from "../cx.ts";
import { FieldTexts } from "./field-texts.ts";

export type FieldIds = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };

export function Field({
  label,
  hint,
  error: given,
  aside,
  className,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shown at the end of the label's line. */
  aside?: ReactNode;
  className?: string;
  children: (ids: FieldIds) => ReactNode;
}) {
  const id = useId();
  const say = use(FieldTexts);
  const [refused, setRefused] = useState("");
  const error = given ?? (refused || undefined);
  const refuse = (event: FormEvent) => {
    event.preventDefault();
    const control = event.target as HTMLInputElement;
    const { customError, valueMissing } = control.validity;
    // The note of a number says it already.
    setRefused(customError ? "" : say(valueMissing ? "missing" : "invalid"));
    if (control.form?.querySelector("input:invalid, select:invalid, textarea:invalid") === control) control.focus();
  };
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div
      className={cx("grid content-start gap-1.5", className)}
      onInvalidCapture={refuse}
      // While it rises, together with onChange: on its way down React would draw first, and put the old text back.
      onInput={() => setRefused("")}
    >
      <div className="flex items-baseline justify-between gap-3">
        <label id={`${id}-label`} htmlFor={id} className="text-sm font-medium text-ink">
          {label}
        </label>
        {aside && <span className="text-xs text-muted">{aside}</span>}
      </div>
      {children({
        id,
        ...(described ? { "aria-describedby": described } : {}),
        ...(error ? { "aria-invalid": true as const } : {}),
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-xs font-medium text-bad">
          <Icon shape={alertTriangle} size={14} className="mt-0.5" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
