/** Making a key for programs: what it reads, for how long and from where, with a confirmation; then its secret, once. */
import { type FormEvent, useState } from "react";
import { KEY_DAYS, KEY_SCOPES, type KeyScope } from "#contract/people/api-key-names.ts";
import type { ApiKey } from "#contract/people/api-keys.ts";
import { isBlank, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";

const PROOF = { kind: "create_api_key", id: "account" } as const;
const USUAL_DAYS = 90;

type Days = (typeof KEY_DAYS)[number];
type Props = { readonly onMade: (key: ApiKey) => void; readonly onClose: () => void };

export function MakeKey({ onMade, onClose }: Props) {
  const t = useT();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Dialog
      isOpen
      isLocked={secret !== null}
      onClose={onClose}
      title={t(secret === null ? "apikeys.make" : "apikeys.made")}
      closeLabel={t("shell.close")}
    >
      {secret === null ? (
        <Wanted
          onMade={(key, made) => {
            onMade(key);
            setSecret(made);
          }}
        />
      ) : (
        <Shown secret={secret} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** Stays until its reader says that they have kept it. */
function Shown({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useT();
  return (
    <div className="grid gap-4">
      <Alert kind="warning">{t("apikeys.once")}</Alert>
      <p dir="ltr" className="rounded-lg bg-sunken p-4 font-mono text-sm break-all" data-secret="">
        {secret}
      </p>
      <CopyButton text={secret} label={t("apikeys.copy")} doneLabel={t("apikeys.copied")} />
      <Button wide onClick={onClose}>
        {t("apikeys.kept")}
      </Button>
    </div>
  );
}

/** Addresses as users type them: one a line, or with commas. */
const listed = (text: string) => text.split(/[\s,]+/).filter((one) => one !== "");

function Wanted({ onMade }: { onMade: (key: ApiKey, secret: string) => void }) {
  const t = useT();
  const page = usePage();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly KeyScope[]>([]);
  const [days, setDays] = useState<Days>(USUAL_DAYS);
  const [networks, setNetworks] = useState("");
  const proof = useProof({ codesFor: PROOF });
  const make = useAction(
    async (typed: Typed) => {
      const [{ prove }, { createApiKey }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/people/api-keys.ts"),
      ]);
      await prove(page, typed, PROOF);
      const body = { name: trimmed(name), scopes: [...scopes], networks: listed(networks), days };
      const { secret, key } = (await page.call(createApiKey, { body })).data;
      onMade(key, secret);
    },
    { fields: [...PROOF_FIELDS, "name", "networks"] },
  );
  const toggle = (scope: KeyScope) => (event: FormEvent<HTMLInputElement>) =>
    setScopes(KEY_SCOPES.filter((one) => (one === scope ? event.currentTarget.checked : scopes.includes(one))));
  const isReady = proof.typed && !isBlank(name) && scopes.length > 0;
  return (
    <Form className="grid gap-4" onSubmit={() => proof.typed && isReady && void make.run(proof.typed)}>
      <p className="text-sm text-muted">{t("apikeys.make_lead")}</p>
      <Field label={t("apikeys.name")} hint={t("apikeys.name_hint")} error={make.refusal?.fault("name")}>
        {(ids) => (
          <Input {...ids} required maxLength={40} value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <fieldset className="grid">
        <legend className="text-sm font-medium">{t("apikeys.reads")}</legend>
        {KEY_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            checked={scopes.includes(scope)}
            onChange={toggle(scope)}
            hint={t(`apikeys.scope.${scope}.text`)}
          >
            {t(`apikeys.scope.${scope}.title`)}
          </Checkbox>
        ))}
      </fieldset>
      <RadioCards
        legend={t("apikeys.days")}
        name="days"
        value={String(days)}
        cards={KEY_DAYS.map((count) => ({ value: String(count), title: t("apikeys.days_count", { count }) }))}
        onChange={(value) => setDays(KEY_DAYS.find((one) => String(one) === value) ?? USUAL_DAYS)}
      />
      <Field label={t("apikeys.networks")} hint={t("apikeys.networks_hint")} error={make.refusal?.fault("networks")}>
        {(ids) => <Input {...ids} dir="ltr" value={networks} onChange={(event) => setNetworks(event.target.value)} />}
      </Field>
      <ProofField proof={proof} refusal={make.refusal} />
      <Button type="submit" wide disabled={!isReady} isBusy={make.isRunning}>
        {t("apikeys.make")}
      </Button>
    </Form>
  );
}
