/** One setting: its new value, checked before anything is asked of a second person, and who changed it before. */
import { useState } from "react";
import type { ConsoleSetting, SettingShape } from "#contract/staff/console.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { NumberInput } from "#sdk/number-input.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field, type FieldIds } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select, TextArea } from "#ui/forms/input.tsx";
import { History } from "../history.tsx";
import { rangeText, readTyped, typedOf, valueText } from "./value.ts";

type Props = {
  readonly setting: ConsoleSetting;
  readonly onAsk: (change: StaffChange) => void;
  readonly onClose: () => void;
};

export function SettingDialog({ setting, onAsk, onClose }: Props) {
  const t = useT();
  const { locale } = usePage();
  const { shape, name } = setting;
  const [typed, setTyped] = useState(typedOf(setting.value));
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const submit = () => {
    const read = readTyped(t, shape, typed);
    if ("faults" in read) setFaults(read.faults);
    else if (JSON.stringify(read.value) === JSON.stringify(setting.value))
      setFaults({ [Object.keys(typed)[0] ?? ""]: t("console.form.same") });
    else onAsk({ kind: "set_setting", id: name, value: read.value });
  };
  return (
    <Dialog isOpen isSheet onClose={onClose} title={name} closeLabel={t("shell.close")}>
      <div className="grid gap-4">
        <p className="text-sm text-muted">{setting.says[locale]}</p>
        <Form className="grid gap-4" onSubmit={submit}>
          {Object.entries(typed).map(([key, text]) => (
            <Field
              key={key}
              label={key || t("console.form.value")}
              hint={shape.type === "array" ? t("console.form.list_hint") : rangeText(t, shape)}
              error={faults[key]}
              aside={setting.unit && t(`console.unit.${setting.unit}`)}
            >
              {(ids) => (
                <Control
                  ids={ids}
                  shape={shape}
                  text={text}
                  onText={(next) => {
                    setTyped({ ...typed, [key]: next });
                    setFaults({});
                  }}
                />
              )}
            </Field>
          ))}
          <Button type="submit" wide>
            {t("console.form.continue")}
          </Button>
        </Form>
        <SettingHistory name={name} />
      </div>
    </Dialog>
  );
}

type ControlProps = { ids: FieldIds; shape: SettingShape; text: string; onText: (next: string) => void };

function Control({ ids, shape, text, onText }: ControlProps) {
  const t = useT();
  const more = { ...ids, value: text, dir: "ltr", spellCheck: false, autoComplete: "off" } as const;
  if (shape.type === "boolean")
    return (
      <Select {...ids} value={text} onChange={(event) => onText(event.target.value)}>
        <option value="true">{t("console.yes")}</option>
        <option value="false">{t("console.no")}</option>
      </Select>
    );
  if (shape.type === "array") return <TextArea {...more} onChange={(event) => onText(event.target.value)} />;
  if (shape.type === "integer") return <NumberInput {...ids} isSigned isWhole value={text} onValue={onText} />;
  return <Input {...more} maxLength={100} onChange={(event) => onText(event.target.value)} />;
}

function SettingHistory({ name }: { name: string }) {
  const page = usePage();
  const t = useT();
  return (
    <History
      queryKey={["setting-changes", name]}
      load={async (after) => {
        const { listSettingChanges } = await import("#contract/staff/console.ts");
        const { data } = await page.call(listSettingChanges, { query: { name, ...after } });
        const line = ({ value, ...change }: (typeof data.rows)[number]) => ({
          ...change,
          text: value === null ? "–" : valueText(t, value),
        });
        return { rows: data.rows.map(line), next: data.next };
      }}
    />
  );
}
