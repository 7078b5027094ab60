/** Fields for numbers. What is typed stays as it is; the parent gets the number, or UNREADABLE, which no call accepts. */
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Locale } from "#contract/platform/page.ts";
import { type NumberStyle, readNumber, UNREADABLE, unitNames } from "#contract/platform/typed-numbers.ts";
import { cx } from "#ui/cx.ts";
import { CONTROL } from "#ui/forms/input.tsx";
import { usePage, useT } from "./page-kit.ts";
import { numeralLocale } from "#contract/platform/locales.ts";

type Props = {
  /** A plain decimal, "" or UNREADABLE. */
  readonly value: string;
  readonly onValue: (text: string) => void;
  /** Shown at the end of the field; its names may be typed too. */
  readonly unit?: string;
  /** A small button inside the field, before the unit. */
  readonly action?: ReactNode;
  readonly isSigned?: boolean;
  readonly isWhole?: boolean;
  /** The least and the most. */
  readonly range?: readonly [number, number];
} & Omit<ComponentProps<"input">, "value" | "onChange">;

/** An amount of a currency, or a share of a hundred. */
export function AmountInput(props: Props & { readonly unit: string }) {
  return <NumberInput {...props} />;
}

/** A count: minutes, days, trades. */
export function CountInput(props: Omit<Props, "unit" | "isSigned" | "isWhole">) {
  return <NumberInput {...props} isWhole />;
}

export function NumberInput(props: Props) {
  const { value, onValue, unit, isSigned = false, isWhole = false, range, className, action, ...rest } = props;
  const { locale } = usePage();
  const t = useT();
  const noteId = useId();
  const field = useRef<HTMLInputElement>(null);
  const style = numberStyle(locale);
  const [typed, setTyped] = useState<{ text: string; value: string } | null>(null);
  // A value from elsewhere replaces the typed text.
  const own = typed?.value === value ? typed : null;
  const read = own && readNumber(own.text, { style, isSigned, isWhole, units: namesOf(unit) });
  const fault =
    read?.kind === "fault"
      ? t(`shell.number.${read.fault}`, { unit: unit ?? "" })
      : read?.kind === "unclear"
        ? t("shell.number.unclear")
        : read?.kind === "number" && range && (Number(read.text) < range[0] || Number(read.text) > range[1])
          ? t("shell.number.range", { least: String(range[0]), most: String(range[1]) })
          : "";
  const show = (number: string) => number.replace(".", style.decimal);
  const reading = read?.kind === "number" && !read.isPlain ? t("shell.number.read", { number: show(read.text) }) : "";
  useEffect(() => field.current?.setCustomValidity(fault), [fault]);
  const described = [rest["aria-describedby"], fault || reading ? noteId : ""].filter(Boolean).join(" ");
  return (
    <span className={cx("grid gap-1.5", className)}>
      <span className="relative block">
        <input
          {...rest}
          ref={field}
          inputMode={isSigned ? "text" : isWhole ? "numeric" : "decimal"}
          autoComplete="off"
          dir="ltr"
          value={own ? own.text : show(value)}
          onChange={({ target: { value: text } }) => {
            const next = readNumber(text, { style, isSigned, isWhole, units: namesOf(unit) });
            const number = next.kind === "number" ? next.text : next.kind === "empty" ? "" : UNREADABLE;
            setTyped({ text, value: number });
            onValue(number);
          }}
          {...(described ? { "aria-describedby": described } : {})}
          {...(fault ? { "aria-invalid": true } : {})}
          className={cx(
            CONTROL,
            "tabular-nums rtl:text-end",
            unit && "text-lg font-medium rtl:pe-3",
            unit && (action ? "pe-32 rtl:ps-32" : "pe-18 rtl:ps-18"),
          )}
        />
        {unit && (
          <span className="pointer-events-none absolute end-3 top-1/2 flex -translate-y-1/2 items-center gap-2 text-sm font-semibold text-muted">
            {action && <span className="pointer-events-auto">{action}</span>}
            {unit}
          </span>
        )}
      </span>
      {(fault || reading) && (
        <span
          id={noteId}
          role="status"
          className={cx("flex flex-wrap items-center gap-2 text-xs", fault ? "font-medium text-bad" : "text-muted")}
        >
          {fault || reading}
          {read?.kind === "unclear" &&
            read.readings.map((one) => (
              <button
                key={one}
                type="button"
                dir="ltr"
                className="min-h-8 rounded-lg border border-edge px-3 text-sm font-semibold text-ink tabular-nums hover:bg-sunken"
                onClick={() => {
                  setTyped(null);
                  onValue(one);
                  field.current?.focus();
                }}
              >
                {show(one)}
              </button>
            ))}
        </span>
      )}
    </span>
  );
}

const styles = new Map<Locale, NumberStyle>();

export function numberStyle(locale: Locale): NumberStyle {
  const found = styles.get(locale) ?? styleOf(locale);
  styles.set(locale, found);
  return found;
}

function styleOf(locale: Locale): NumberStyle {
  const parts = new Intl.NumberFormat(numeralLocale(locale)).formatToParts(1234567.8);
  const sign = (type: "decimal" | "group") =>
    (parts.find((part) => part.type === type)?.value ?? "").replace(/\s/, " ");
  return { decimal: sign("decimal"), group: sign("group") };
}

const names = new Map<string, ReadonlySet<string>>();

function namesOf(unit: string | undefined): ReadonlySet<string> {
  const found = names.get(unit ?? "") ?? (unit ? unitNames(unit) : new Set<string>());
  names.set(unit ?? "", found);
  return found;
}
