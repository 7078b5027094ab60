/** Fields and choices. */
import { type ComponentProps, lazy, Suspense, useId, useState } from "react";
import { useT } from "#sdk/page-kit.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox, Switch } from "#ui/forms/checkbox.tsx";
import { CodeInput } from "#ui/forms/code-input.tsx";
import { Field } from "#ui/forms/field.tsx";
import { FoldOnPhone } from "#ui/forms/fold-on-phone.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select, TextArea } from "#ui/forms/input.tsx";
import { PickerButton } from "#ui/forms/picker/button.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { FOCUSED, Part, State, Wide } from "./pane.tsx";

/** As pickers load it: imported with this page, it would come to others with this page's script. */
const PickerList = lazy(() => import("#ui/forms/picker/list.tsx").then((module) => ({ default: module.PickerList })));

function LatePickerList(props: ComponentProps<typeof PickerList>) {
  const t = useT();
  const [isOpen, open] = useState(false);
  // It takes the focus when it opens, as in its dialog.
  if (!isOpen)
    return (
      <Button look="secondary" size="sm" className="justify-self-start" onClick={() => open(true)}>
        {t("parts.word.open")}
      </Button>
    );
  return (
    <Suspense fallback={<Skeleton />}>
      <div className="grid gap-3">
        <PickerList {...props} />
      </div>
    </Suspense>
  );
}

export function FieldParts() {
  const t = useT();
  const [code, setCode] = useState("12345");
  const [label, hint] = [t("parts.word.amount"), t("parts.word.hint")];
  return (
    <>
      <Part name="Field, Input">
        <State is="usual">
          <Field label={label} hint={hint} aside="1/60">
            {(ids) => <Input {...ids} defaultValue="64300" />}
          </Field>
        </State>
        <State is="empty">
          <Field label={label}>{(ids) => <Input {...ids} placeholder="0.00" />}</Field>
        </State>
        <State is="focus">
          <Field label={label}>{(ids) => <Input {...ids} className={FOCUSED} defaultValue="64300" />}</Field>
        </State>
        <State is="disabled">
          <Field label={label}>{(ids) => <Input {...ids} disabled defaultValue="64300" />}</Field>
        </State>
        <State is="error">
          <Field label={label} error={t("parts.word.error")}>
            {(ids) => <Input {...ids} defaultValue="1" />}
          </Field>
        </State>
        <State is="long">
          <Field label={t("parts.word.long")} hint={t("parts.word.sentence")}>
            {(ids) => <Input {...ids} defaultValue={t("parts.word.long")} />}
          </Field>
        </State>
      </Part>
      <Part name="Select, TextArea, CodeInput, PickerButton">
        <State is="usual">
          <Field label={label}>
            {(ids) => (
              <Select {...ids}>
                <option>{t("parts.word.name")}</option>
                <option>{t("parts.word.long")}</option>
              </Select>
            )}
          </Field>
        </State>
        <State is="disabled">
          <Field label={label}>
            {(ids) => (
              <Select {...ids} disabled>
                <option>{t("parts.word.long")}</option>
              </Select>
            )}
          </Field>
        </State>
        <State is="usual">
          <Field label={label}>
            {(ids) => (
              <PickerButton {...ids}>
                <bdi className="truncate">{t("parts.word.long")}</bdi>
              </PickerButton>
            )}
          </Field>
        </State>
        <Wide>
          <Form className="grid gap-3" onSubmit={() => undefined}>
            <Field label={label} error={t("parts.word.error")}>
              {(ids) => <TextArea {...ids} defaultValue={t("parts.word.sentence")} />}
            </Field>
            <Field label={label}>
              {(ids) => <CodeInput {...ids} value={code} onCode={setCode} onFull={() => undefined} />}
            </Field>
            <Button type="submit" className="justify-self-start">
              {t("parts.word.save")}
            </Button>
          </Form>
        </Wide>
      </Part>
    </>
  );
}

export function ChoiceParts() {
  const t = useT();
  const name = useId();
  const [isOn, turn] = useState(true);
  const [way, choose] = useState<"paid" | "open" | "ended">("paid");
  const [picked, pick] = useState<string | null>("paid");
  const words = ["paid", "open", "ended"] as const;
  const items = words.map((key) => ({ key, label: t(`parts.word.${key}`), aside: key }));
  return (
    <>
      <Part name="Checkbox, Switch">
        <State is="chosen">
          <Checkbox defaultChecked hint={t("parts.word.hint")}>
            {t("parts.word.notifications")}
          </Checkbox>
        </State>
        <State is="disabled">
          <Checkbox disabled>{t("parts.word.notifications")}</Checkbox>
        </State>
        <State is="usual">
          <Switch label={t("parts.word.notifications")} isOn={!isOn} onChange={(on) => turn(!on)} />
        </State>
        <State is="chosen">
          <Switch label={t("parts.word.notifications")} isOn={isOn} onChange={turn} />
        </State>
        <State is="disabled">
          <Switch label={t("parts.word.long")} isOn disabled onChange={turn} />
        </State>
      </Part>
      <Part name="RadioCards">
        <Wide>
          <RadioCards
            legend={t("parts.word.settings")}
            name={name}
            value={way}
            onChange={choose}
            cards={words.map((value) => ({
              value,
              title: t(`parts.word.${value}`),
              text: t("parts.word.sentence"),
              disabled: value === "ended",
            }))}
          />
        </Wide>
      </Part>
      <Part name="PickerList, FoldOnPhone">
        <Wide>
          <LatePickerList
            searchLabel={t("parts.word.search")}
            emptyText={t("parts.word.nothing")}
            items={items}
            chosen={picked}
            onPick={pick}
          />
        </Wide>
        <State is="loading">
          <LatePickerList
            searchLabel={t("parts.word.search")}
            emptyText={t("parts.word.nothing")}
            items={null}
            chosen={null}
          />
        </State>
        <State is="empty">
          <LatePickerList
            searchLabel={t("parts.word.search")}
            emptyText={t("parts.word.nothing")}
            items={[]}
            chosen={null}
          />
        </State>
        <Wide>
          <FoldOnPhone label={t("parts.word.search")} count={2}>
            <p className="text-sm text-muted">{t("parts.word.sentence")}</p>
          </FoldOnPhone>
        </Wide>
      </Part>
    </>
  );
}
