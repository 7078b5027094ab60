/** One feature: for how many people of a hundred it is on, or for one by username, and who changed it before. */
import { useState } from "react";
import type { ConsoleFlag } from "#contract/staff/console.ts";
import { FLAG_STATES } from "#contract/reference/flag-names.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { CountInput } from "#sdk/number-input.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";
import { History } from "../history.tsx";
import { ReadOn } from "../read-on.tsx";

type FormProps = { readonly flag: ConsoleFlag; readonly onAsk: (change: StaffChange) => void };

export function FlagDialog({ flag, onAsk, onClose }: FormProps & { readonly onClose: () => void }) {
  const t = useT();
  return (
    <Dialog isOpen isSheet onClose={onClose} title={flag.name} closeLabel={t("shell.close")}>
      <div className="grid gap-5">
        <p className="text-sm text-muted">{t(`console.flags.say.${flag.name}`)}</p>
        <ShareForm flag={flag} onAsk={onAsk} />
        <PersonForm flag={flag} onAsk={onAsk} />
        <FlagPeople flag={flag} />
        <FlagHistory flag={flag} />
      </div>
    </Dialog>
  );
}

function ShareForm({ flag, onAsk }: FormProps) {
  const t = useT();
  const [text, setText] = useState(String(flag.percent));
  const [fault, setFault] = useState("");
  const submit = () => {
    const percent = Number(text.trim());
    if (!/^\d{1,3}$/.test(text.trim()) || percent > 100) setFault(t("console.flags.percent_fault"));
    else if (percent === flag.percent) setFault(t("console.form.same"));
    else onAsk({ kind: "set_flag", id: flag.name, percent });
  };
  return (
    <Form className="grid gap-3" onSubmit={submit}>
      <Field label={t("console.flags.percent")} hint={t("console.flags.percent_hint")} error={fault || undefined}>
        {(ids) => (
          <CountInput
            {...ids}
            value={text}
            onValue={(next) => {
              setText(next);
              setFault("");
            }}
          />
        )}
      </Field>
      <Button type="submit" look="secondary">
        {t("console.flags.change_all")}
      </Button>
    </Form>
  );
}

function PersonForm({ flag, onAsk }: FormProps) {
  const t = useT();
  const [name, setName] = useState("");
  const [wish, setWish] = useState("on");
  const id = name.trim();
  const state = FLAG_STATES.find((one) => one === wish);
  const isReady = /^[A-Za-z0-9_-]{3,20}$/.test(id) && state !== undefined;
  return (
    <Form
      className="grid gap-3 border-t border-line pt-4"
      onSubmit={() => isReady && onAsk({ kind: "set_user_flag", id, flag: flag.name, state })}
    >
      <Field label={t("console.flags.username")}>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t("console.flags.state")}>
        {(ids) => (
          <Select {...ids} value={wish} onChange={(event) => setWish(event.target.value)}>
            {FLAG_STATES.map((one) => (
              <option key={one} value={one}>
                {t(`console.flags.state_${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" look="secondary" disabled={!isReady}>
        {t("console.flags.change_one")}
      </Button>
    </Form>
  );
}

function FlagPeople({ flag: { name } }: { flag: ConsoleFlag }) {
  const page = usePage();
  const t = useT();
  return (
    <ReadOn<ConsoleFlag["people"][number]>
      title={t("console.flags.people")}
      queryKey={["flag-people", name]}
      load={async (after) => {
        const { listFlagPeople } = await import("#contract/staff/console.ts");
        return (await page.call(listFlagPeople, { query: { name, ...after } })).data;
      }}
      none={t("console.flags.nobody")}
      failed={t("console.flags.people_failed")}
      more={t("console.flags.more")}
    >
      {({ username, isOn }) => (
        <li key={username} className="text-sm">
          <bdi>{username}</bdi>: {t(isOn ? "console.flags.on" : "console.flags.off")}
        </li>
      )}
    </ReadOn>
  );
}

function FlagHistory({ flag: { name } }: { flag: ConsoleFlag }) {
  const page = usePage();
  const t = useT();
  return (
    <History
      queryKey={["flag-changes", name]}
      load={async (after) => {
        const { listFlagChanges } = await import("#contract/staff/console.ts");
        const { data } = await page.call(listFlagChanges, { query: { name, ...after } });
        const line = ({ username, value, ...change }: (typeof data.rows)[number]) => {
          const state = FLAG_STATES.find((one) => one === value);
          const text =
            username !== null && state
              ? t("console.flags.history_one", { name: username, state: t(`console.flags.state_${state}`) })
              : t("console.flags.history_all", { value });
          return { ...change, text };
        };
        return { rows: data.rows.map(line), next: data.next };
      }}
    />
  );
}
