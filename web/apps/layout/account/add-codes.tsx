/** Codes by text or email: who asks for them, then the first code that came. */
import { useState } from "react";
import type { TwoFactor, TwoFactorWithCodes } from "#contract/two-factor.ts";
import { LocalTime } from "#sdk/local-time.tsx";
import { fiatText } from "#sdk/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#sdk/proof-field.tsx";
import { useAction } from "#sdk/use-action.ts";
import { type Typed, useProof } from "#sdk/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { CODE_LENGTH, CodeInput } from "#ui/code-input.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";

type Type = "sms" | "push" | "email";
type Props = {
  type: Type;
  known: TwoFactor;
  onDone: (now: TwoFactorWithCodes, said: string) => void;
  onClose: () => void;
};

export function AddCodes({ type, known, onDone, onClose }: Props) {
  const t = useT();
  const [isBegun, setBegun] = useState(false);
  return (
    <Dialog isOpen onClose={onClose} title={t(`account.security.add_${type}`)} closeLabel={t("shell.close")}>
      {isBegun ? (
        <FirstCode type={type} onDone={onDone} />
      ) : (
        <Begin type={type} known={known} onBegun={() => setBegun(true)} />
      )}
    </Dialog>
  );
}

function Begin({ type, known, onBegun }: Pick<Props, "type" | "known"> & { onBegun: () => void }) {
  const t = useT();
  const page = usePage();
  const wanted = { kind: "add_factor", id: type } as const;
  const proof = useProof({ codesFor: wanted });
  const others = type === "push" ? mayGetCodes(known) : [];
  const [chosen, setChosen] = useState<string>();
  const device = chosen ?? (others.length === 1 ? others[0]?.id : undefined);
  const isChosen = type !== "push" || device !== undefined;
  const begin = useAction(
    async (typed: Typed) => {
      const [{ shownFor }, { enableTwoFactor }] = await Promise.all([
        import("#sdk/prove.ts"),
        import("#contract/two-factor.ts"),
      ]);
      const shown = await shownFor(page, typed, wanted);
      await page.call(enableTwoFactor, { body: { ...shown, type, ...(device === undefined ? {} : { device }) } });
      onBegun();
    },
    { fields: PROOF_FIELDS },
  );
  return (
    <Form className="grid gap-4" onSubmit={() => proof.typed && void begin.run(proof.typed)}>
      {type === "push" && <p className="text-sm text-muted">{t("account.security.push_text")}</p>}
      {type === "push" && <Receivers others={others} device={device} onChoose={setChosen} />}
      {known.limit && (
        <p className="text-sm text-muted">
          {t("account.security.codes_limit", { limit: fiatText(page.locale, known.limit.limitUsd) })}
        </p>
      )}
      <p className="text-sm text-muted">{t("account.security.holds")}</p>
      <ProofField proof={proof} refusal={begin.refusal} />
      <Button type="submit" wide disabled={!proof.typed || !isChosen} isBusy={begin.isRunning}>
        {t("account.security.send_first")}
      </Button>
    </Form>
  );
}

/** Signed in and with notifications on, but for this one. */
export function mayGetCodes({ receivers }: TwoFactor): TwoFactor["receivers"] {
  return receivers.filter(({ getsCodes, isHere }) => !getsCodes && !isHere);
}

type Choosing = {
  others: TwoFactor["receivers"];
  device: string | undefined;
  onChoose: (id: string) => void;
};

/** Whoever does not read the code there has chosen somebody else's. */
function Receivers({ others, device, onChoose }: Choosing) {
  const t = useT();
  if (others.length === 0) return <Alert kind="info">{t("account.security.push_none")}</Alert>;
  return (
    <RadioCards
      legend={t("account.security.push_which")}
      name="receiver"
      columns={1}
      value={device ?? null}
      onChange={onChoose}
      cards={others.map(({ id, device: name, since }) => ({
        value: id,
        title: <bdi>{name}</bdi>,
        text: <LocalTime at={since} />,
      }))}
    />
  );
}

function FirstCode({ type, onDone }: Pick<Props, "type" | "onDone">) {
  const t = useT();
  const page = usePage();
  const [code, setCode] = useState("");
  const finish = useAction(
    async (first: string) => {
      const { verifyTwoFactor } = await import("#contract/two-factor.ts");
      const { data } = await page.call(verifyTwoFactor, { body: { code: first, type } });
      onDone(data, t("account.security.added_codes"));
    },
    { fields: ["code", `${type}_code`] },
  );
  const resend = useAction(async () => {
    const { resendTwoFactor } = await import("#contract/two-factor.ts");
    await page.call(resendTwoFactor, { body: { type } });
    page.toast("success", t(type === "push" ? "account.security.first_push" : `proof.sent.done_${type}`));
  });
  return (
    <Form className="grid gap-4" onSubmit={() => void finish.run(code)}>
      <p className="text-sm text-muted">
        {t(type === "push" ? "account.security.first_push" : `proof.sent.done_${type}`)}
      </p>
      <Field
        label={t("proof.sent.code")}
        error={finish.refusal?.fault("code") ?? finish.refusal?.fault(`${type}_code`)}
      >
        {(ids) => (
          <CodeInput {...ids} value={code} onCode={setCode} onFull={(full) => void finish.run(full)} required />
        )}
      </Field>
      <Button type="submit" wide disabled={code.length < CODE_LENGTH} isBusy={finish.isRunning}>
        {t("account.security.finish")}
      </Button>
      <Button look="quiet" size="sm" isBusy={resend.isRunning} onClick={() => void resend.run()}>
        {t("account.security.resend")}
      </Button>
    </Form>
  );
}
