/** In how many days staff look at a restriction again. */
import { useT } from "#sdk/page-kit.ts";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/input.tsx";

const DAYS = [1, 7, 14, 30, 90, 180, 365] as const;

type Props = {
  readonly days: number;
  readonly onDays: (days: number) => void;
  readonly fault: string | undefined;
};

export function ReviewField({ days, onDays, fault }: Props) {
  const t = useT();
  return (
    <Field label={t("restrictions.staff.dialog.days")} error={fault}>
      {(ids) => (
        <Select {...ids} value={days} onChange={(event) => onDays(Number(event.target.value))}>
          {DAYS.map((count) => (
            <option key={count} value={count}>
              {t("restrictions.staff.dialog.day_count", { count })}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
