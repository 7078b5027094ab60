/** The filters of a queue: a form whose fields are in the address; the slash key focuses the first one. */
import { useFocusBySlash } from "#sdk/focus-by-slash.ts";
import { useT } from "#sdk/page-kit.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { FoldOnPhone } from "#ui/forms/fold-on-phone.tsx";
import { Input, Select } from "#ui/forms/input.tsx";

export type QueueFilter = {
  /** Its value in the address. */
  readonly name: string;
  readonly label: string;
  /** "" where it says nothing. */
  readonly value: string;
  readonly hint?: string;
  readonly isDay?: boolean;
  /** To choose from, by value and text; without them it is typed. */
  readonly options?: readonly (readonly [value: string, text: string])[];
};

type Props = {
  readonly base: string;
  /** The other values in the address. */
  readonly kept?: Readonly<Record<string, string>>;
  readonly fields: readonly QueueFilter[];
  /** Something else of the page takes the slash. */
  readonly isQuiet?: boolean;
};

/** An address with what is not empty. */
export function queueHref(base: string, values: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""));
  return query.size > 0 ? `${base}?${query}` : base;
}

export function QueueFilters({ base, kept = {}, fields, isQuiet = false }: Props) {
  const t = useT();
  const slash = useFocusBySlash();
  const set = fields.filter(({ value }) => value !== "").length;
  return (
    <FoldOnPhone label={t("console.filter.open")} count={set}>
      <form
        method="get"
        action={base}
        className="grid grid-cols-1 items-start gap-3 rounded-xl border border-line bg-raised p-4 sm:grid-cols-2 lg:flex lg:flex-wrap lg:*:flex-1"
      >
        {Object.entries(kept).map(
          ([name, value]) => value !== "" && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {fields.map((field, place) => (
          <Field key={field.name} label={field.label} hint={field.hint}>
            {(ids) => <Control {...ids} field={field} slash={place === 0 && !isQuiet ? slash : undefined} />}
          </Field>
        ))}
        <div className="flex flex-wrap gap-2 self-end sm:col-span-full">
          <Button type="submit">{t("console.filter.apply")}</Button>
          {set > 0 && (
            <LinkButton look="quiet" href={queueHref(base, kept)}>
              {t("console.filter.reset")}
            </LinkButton>
          )}
        </div>
      </form>
      <p className="mt-2 text-2xs text-muted max-sm:hidden">{t("console.filter.keys")}</p>
    </FoldOnPhone>
  );
}

type ControlProps = { readonly field: QueueFilter; readonly slash: ReturnType<typeof useFocusBySlash> | undefined };

function Control({ field: { name, value, isDay, options }, slash, ...ids }: ControlProps) {
  const t = useT();
  if (options)
    return (
      <Select {...ids} name={name} defaultValue={value}>
        <option value="">{t("console.filter.any")}</option>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </Select>
    );
  if (isDay) return <Input {...ids} name={name} type="date" defaultValue={value} />;
  return (
    <Input
      {...ids}
      ref={slash}
      name={name}
      type="search"
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
      maxLength={100}
      defaultValue={value}
    />
  );
}
