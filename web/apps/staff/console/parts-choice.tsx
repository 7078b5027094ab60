/** Boxes for parts of the status page. */
import { STATUS_PARTS, type StatusPart } from "#contract/site/status-names.ts";
import { useT } from "#sdk/page-kit.ts";
import { Checkbox } from "#ui/forms/checkbox.tsx";

type Props = {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly known: readonly StatusPart[];
  readonly chosen: readonly StatusPart[];
  readonly onChange: (parts: StatusPart[]) => void;
};

export function PartsChoice({ label, hint, error, known, chosen, onChange }: Props) {
  const t = useT();
  const chosenWith = (part: StatusPart, isChosen: boolean) =>
    STATUS_PARTS.filter((one) => (one === part ? isChosen : chosen.includes(one)));
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="text-sm font-medium">{label}</legend>
      {hint && <p className="text-xs text-muted">{hint}</p>}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-4">
        {known.map((part) => (
          <Checkbox
            key={part}
            checked={chosen.includes(part)}
            onChange={(event) => onChange(chosenWith(part, event.target.checked))}
          >
            {t(`status.part.${part}`)}
          </Checkbox>
        ))}
      </div>
      {error && (
        <p role="alert" className="text-xs font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
