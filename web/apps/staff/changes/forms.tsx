/** The first step of a change by an administrator, before the reason and the proof: a user's role, level or badge, or a halt. */
import { useState } from "react";
import type { StaffDesk } from "#contract/staff/staff.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { GIVEN_BADGES, HALT_NAMES, ROLES } from "#contract/staff/names.ts";
import { AMBASSADOR_LEVELS } from "#contract/reach/ambassador-names.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { useT } from "#sdk/page-kit.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";

type Props = { readonly onAsk: (change: StaffChange) => void };

const LEVELS = [1, 2, 3, 4] as const;
const AMBASSADOR_WISHES = [...AMBASSADOR_LEVELS, "none"] as const;

export function PersonForm({ onAsk }: Props) {
  const t = useT();
  const [name, setName] = useState("");
  const [wish, setWish] = useState("");
  const id = trimmed(name);
  const role = ROLES.find((one) => one === wish);
  const level = LEVELS.find((one) => String(one) === wish);
  const [kind, named] = wish.split(":");
  const badge = GIVEN_BADGES.find((one) => one === named);
  const ambassador = kind === "set_ambassador" ? AMBASSADOR_WISHES.find((one) => one === named) : undefined;
  const isReady =
    /^[A-Za-z0-9_-]{3,20}$/.test(id) &&
    (role !== undefined || level !== undefined || badge !== undefined || ambassador !== undefined);
  const ask = () => {
    if (ambassador) onAsk({ kind: "set_ambassador", id, ambassador_level: ambassador });
    else if (role) onAsk({ kind: "grant_role", id, role });
    else if (level) onAsk({ kind: "set_level", id, level });
    else if (badge) onAsk({ kind: kind === "take_badge" ? "take_badge" : "give_badge", id, badge });
  };
  return (
    <Form className="grid gap-3 border-t border-line pt-4" onSubmit={() => isReady && ask()}>
      <Field label={t("staff.people.username")}>
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
      <Field label={t("staff.people.wish")}>
        {(ids) => (
          <Select {...ids} value={wish} onChange={(event) => setWish(event.target.value)}>
            <option value="">{t("staff.choose")}</option>
            {ROLES.map((one) => (
              <option key={one} value={one}>
                {t("staff.people.give", { role: t(`staff.role.${one}`) })}
              </option>
            ))}
            {LEVELS.map((one) => (
              <option key={one} value={one}>
                {t("staff.people.level", { level: one, name: t(`verification.level.name.L${one}`) })}
              </option>
            ))}
            {(["give_badge", "take_badge"] as const).flatMap((act) =>
              GIVEN_BADGES.map((one) => (
                <option key={`${act}:${one}`} value={`${act}:${one}`}>
                  {t(`staff.people.${act}`, { badge: t(`staff.badge.${one}`) })}
                </option>
              )),
            )}
            {AMBASSADOR_WISHES.map((one) => (
              <option key={one} value={`set_ambassador:${one}`}>
                {one === "none"
                  ? t("staff.people.end_ambassador")
                  : t("staff.people.set_ambassador", { level: t(`staff.ambassador_level.${one}`) })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" look="secondary" disabled={!isReady}>
        {t("staff.continue")}
      </Button>
    </Form>
  );
}

export function HaltForm({ halts, onAsk }: Props & { readonly halts: StaffDesk["halts"] }) {
  const t = useT();
  const [wish, setWish] = useState("");
  const open = HALT_NAMES.filter((name) => !halts.some((halt) => halt.name === name));
  const id = open.find((name) => name === wish);
  return (
    <Form className="grid gap-3 border-t border-line pt-4" onSubmit={() => id && onAsk({ kind: "set_halt", id })}>
      <Field label={t("staff.halts.set")}>
        {(ids) => (
          <Select {...ids} value={wish} onChange={(event) => setWish(event.target.value)}>
            <option value="">{t("staff.choose")}</option>
            {open.map((name) => (
              <option key={name} value={name}>
                {t(`staff.halt.${name}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" look="secondary" disabled={!id}>
        {t("staff.continue")}
      </Button>
    </Form>
  );
}
