/** Making a key for programs: what it reads or trades, for how long and from where, with a confirmation; then its secret, once. */
import { type FormEvent, useState } from "react";
import { KEY_SCOPES, type KeyScope } from "#contract/people/api-key-names.ts";
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
import { Form } from "#ui/forms/form.tsx";
import { Segments } from "#ui/segments.tsx";
import { type Days, DaysField, listed, NameField, NetworksField, USUAL_DAYS } from "./key-fields.tsx";
import { WantedToTrade } from "./make-spot-key.tsx";

const PROOF = { kind: "create_api_key", id: "account" } as const;
const KINDS = ["read", "trade"] as const;

type Props = { readonly onMade: (key: ApiKey) => void; readonly onClose: () => void };

type Made = { readonly key: ApiKey; readonly secret: string };

export function MakeKey({ onMade, onClose }: Props) {
  const t = useT();
  const [made, setMade] = useState<Made | null>(null);
  const [kind, setKind] = useState<(typeof KINDS)[number]>("read");
  const onKey = (key: ApiKey, secret: string) => {
    onMade(key);
    setMade({ key, secret });
  };
  return (
    <Dialog
      isOpen
      isLocked={made !== null}
      onClose={onClose}
      title={t(made === null ? "apikeys.make" : "apikeys.made")}
      closeLabel={t("shell.close")}
    >
      {made === null ? (
        <div className="grid gap-4">
          <Segments
            label={t("apikeys.kind")}
            chosen={kind}
            onChoose={(key) => setKind(KINDS.find((one) => one === key) ?? "read")}
            controls="new-key"
            segments={KINDS.map((key) => ({ key, label: t(`apikeys.kinds.${key}`) }))}
          />
          <div id="new-key" role="tabpanel" aria-labelledby={`new-key-${kind}`}>
            {kind === "read" ? <Wanted onMade={onKey} /> : <WantedToTrade onMade={onKey} />}
          </div>
        </div>
      ) : (
        <Shown made={made} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** Stays until its reader says that they have kept it. */
function Shown({ made: { key, secret }, onClose }: { made: Made; onClose: () => void }) {
  const t = useT();
  return (
    <div className="grid gap-4">
      <Alert kind="warning">{t(key.spot ? "apikeys.spot.once" : "apikeys.once")}</Alert>
      {key.spot && <Part name={t("apikeys.spot.id")} text={key.id} />}
      <Part name={key.spot && t("apikeys.spot.secret")} text={secret} isSecret />
      <CopyButton
        text={secret}
        label={t(key.spot ? "apikeys.spot.copy" : "apikeys.copy")}
        doneLabel={t("apikeys.copied")}
      />
      <Button wide onClick={onClose}>
        {t("apikeys.kept")}
      </Button>
    </div>
  );
}

function Part({ name, text, isSecret }: { name: string | null; text: string; isSecret?: true }) {
  return (
    <div className="grid gap-1">
      {name !== null && <p className="text-sm font-medium">{name}</p>}
      <p
        dir="ltr"
        className="rounded-lg bg-sunken p-4 font-mono text-sm break-all"
        {...(isSecret ? { "data-secret": "" } : {})}
      >
        {text}
      </p>
    </div>
  );
}

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
      <NameField value={name} onValue={setName} error={make.refusal?.fault("name")} />
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
      <DaysField value={days} onValue={setDays} />
      <NetworksField
        value={networks}
        onValue={setNetworks}
        hint={t("apikeys.networks_hint")}
        error={make.refusal?.fault("networks")}
      />
      <ProofField proof={proof} refusal={make.refusal} />
      <Button type="submit" wide disabled={!isReady} isBusy={make.isRunning}>
        {t("apikeys.make")}
      </Button>
    </Form>
  );
}
