/** Several numbers in one field, with a semicolon, a comma or a space between them. */
import { type ComponentProps, useEffect, useId, useRef, useState } from "react";
import { readNumbers, UNREADABLE, unitNames } from "#contract/platform/typed-numbers.ts";
import { Input } from "#ui/forms/input.tsx";
import { numberStyle } from "./number-input.tsx";
import { usePage, useT } from "./page-kit.ts";

type Props = {
  readonly texts: readonly string[];
  readonly onTexts: (texts: readonly string[]) => void;
  readonly unit?: string;
} & Omit<ComponentProps<"input">, "value" | "onChange">;

export function NumbersInput({ texts, onTexts, unit = "", ...rest }: Props) {
  const t = useT();
  const style = numberStyle(usePage().locale);
  const noteId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<{ text: string; key: string } | null>(null);
  const rules = { style, units: unitNames(unit) };
  const own = typed?.key === texts.join() ? typed : null;
  const lineOf = (list: readonly string[]) => list.map((one) => one.replace(".", style.decimal)).join("; ");
  const read = own && readNumbers(own.text, rules);
  const fault = read && read.kind !== "list" ? t("shell.number.list") : "";
  useEffect(() => field.current?.setCustomValidity(fault), [fault]);
  const described = [rest["aria-describedby"], fault ? noteId : ""].filter(Boolean).join(" ");
  return (
    <span className="grid gap-1.5">
      <Input
        {...rest}
        ref={field}
        dir="ltr"
        autoComplete="off"
        value={own ? own.text : lineOf(texts)}
        onChange={({ target: { value: text } }) => {
          const next = readNumbers(text, rules);
          const list = next.kind === "list" ? next.texts : [UNREADABLE];
          setTyped({ text, key: list.join() });
          onTexts(list);
        }}
        {...(described ? { "aria-describedby": described } : {})}
        {...(fault ? { "aria-invalid": true } : {})}
        className="rtl:text-end"
      />
      {fault && (
        <span id={noteId} role="status" className="text-xs font-medium text-bad">
          {fault}
        </span>
      )}
    </span>
  );
}
