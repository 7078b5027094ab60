/**
 * A form that a script submits. Until the script is loaded, Enter does nothing (with any other method the browser
 * would put the fields, a password among them, into the address), and what was typed meanwhile is kept.
 */
import { type ComponentProps, useEffect, useRef } from "react";

export function Form({ onSubmit, ...rest }: Omit<ComponentProps<"form">, "onSubmit"> & { onSubmit: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    for (const field of form.current?.elements ?? []) if (field instanceof HTMLInputElement) tellTyped(field);
  }, []);
  return (
    <form
      {...rest}
      ref={form}
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}

/** React ignores text that was typed before hydration: it is entered once more. */
function tellTyped(field: HTMLInputElement): void {
  const typed = field.value;
  if (typed === field.defaultValue) return;
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, typed);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
