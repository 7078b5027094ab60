/** Codes by text or email: a confirmation, then the first code that came. */
import { useState } from "react";
import type { TwoFactor, TwoFactorWithCodes } from "#contract/people/sign-in/two-factor.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { useLostCode } from "#widgets/use-sent-code.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { WaitNotice } from "#widgets/wait-notice.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { CODE_LENGTH, CodeInput } from "#ui/forms/code-input.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";

type Type = "sms" | "push" | "telegram" | "email";
type Props = {
  type: Type;
  known: TwoFactor;
  holdHours: number;
  onDone: (now: TwoFactorWithCodes, said: string) => void;
  onClose: () => void;
};

export function AddCodes({ type, known, holdHours, onDone, onClose }: Props) {
  const t = useT();
  const [againMs, setAgainMs] = useState<number | null>(null);
  return (
    <Dialog isOpen onClose={onClose} title={t(`account.security.add_${type}`)} closeLabel={t("shell.close")}>
      {againMs !== null ? (
        <FirstCode type={type} known={known} firstAgainMs={againMs} onDone={onDone} />
      ) : (
        <Begin type={type} known={known} holdHours={holdHours} onBegun={setAgainMs} />
      )}
    </Dialog>
  );
}

function Begin({
  type,
  known,
  holdHours,
  onBegun,
}: Pick<Props, "type" | "known" | "holdHours"> & { onBegun: (againMs: number) => void }) {
  const t = useT();
  const page = usePage();
  const wanted = { kind: "add_factor", id: type } as const;
  const proof = useProof({ codesFor: wanted });
  const others = type === "push" ? mayGetCodes(known) : [];
  const [chosen, setChosen] = useState<string>();
  const device = chosen ?? (others.length === 1 ? others[0]?.id : undefined);
  const isCallOnly = type === "sms" && !known.takesTexts;
  const isChosen = type !== "push" || device !== undefined;
  const begin = useAction(
    async (typed: Typed, call: boolean) => {
      const [{ shownFor }, { enableTwoFactor }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/people/sign-in/two-factor.ts"),
      ]);
      const shown = await shownFor(page, typed, wanted);
      const where = { ...(device === undefined ? {} : { device }), ...(call ? { call } : {}) };
      const { data } = await page.call(enableTwoFactor, { body: { ...shown, type, ...where } });
      onBegun(page.nowMs() + data.waitSec * 1000);
    },
    { fields: PROOF_FIELDS },
  );
  return (
    <Form className="grid gap-4" onSubmit={() => proof.typed && void begin.run(proof.typed, isCallOnly)}>
      {type === "push" && <p className="text-sm text-muted">{t("account.security.push_text")}</p>}
      {type === "telegram" && <p className="text-sm text-muted">{t("account.security.telegram_text")}</p>}
      {type === "push" && <Receivers others={others} device={device} onChoose={setChosen} />}
      {known.limit && (
        <p className="text-sm text-muted">
          {t("account.security.codes_limit", { limit: fiatText(page.locale, known.limit.limitUsd, "USD") })}
        </p>
      )}
      <p className="text-sm text-muted">{t("account.security.holds", { hours: holdHours })}</p>
      <ProofField proof={proof} refusal={begin.refusal} />
      <Button type="submit" wide disabled={!proof.typed || !isChosen} isBusy={begin.isRunning}>
        {t(isCallOnly ? "proof.sent.call" : "account.security.send_first")}
      </Button>
      {type === "sms" && !isCallOnly && (
        <Button
          look="secondary"
          wide
          disabled={!proof.typed}
          isBusy={begin.isRunning}
          onClick={() => proof.typed && void begin.run(proof.typed, true)}
        >
          {t("proof.sent.call")}
        </Button>
      )}
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

/** A user who does not receive the code there has chosen another user's browser. */
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

type Waiting = Pick<Props, "type" | "known" | "onDone"> & { firstAgainMs: number };

function FirstCode({ type, known, firstAgainMs, onDone }: Waiting) {
  const t = useT();
  const page = usePage();
  const [code, setCode] = useState("");
  const [againMs, setAgainMs] = useState(firstAgainMs);
  const [sentMs, setSentMs] = useState(() => page.nowMs());
  const lost = useLostCode({ kind: "add_factor", id: type, sentMs, isAwaited: code.length < CODE_LENGTH });
  const untilMs = lost === undefined ? againMs : 0;
  const isWaiting = useNow(1000) < untilMs;
  const finish = useAction(
    async (first: string) => {
      const { verifyTwoFactor } = await import("#contract/people/sign-in/two-factor.ts");
      const { data } = await page.call(verifyTwoFactor, { body: { code: first, type } });
      onDone(data, t("account.security.added_codes"));
    },
    { fields: ["code", `${type}_code`] },
  );
  const resend = useAction(async (call: boolean) => {
    setSentMs(0);
    const { resendTwoFactor } = await import("#contract/people/sign-in/two-factor.ts");
    const { data } = await page.call(resendTwoFactor, { body: { type, ...(call ? { call } : {}) } });
    setAgainMs(page.nowMs() + data.waitSec * 1000);
    setSentMs(page.nowMs());
    page.toast(
      "success",
      t(type === "push" ? "account.security.first_push" : `proof.sent.done_${call ? "call" : type}`),
    );
  });
  return (
    <Form className="grid gap-4" onSubmit={() => void finish.run(code)}>
      {lost === undefined ? (
        <p className="text-sm text-muted">
          {t(type === "push" ? "account.security.first_push" : `proof.sent.done_${type}`)}
        </p>
      ) : (
        <Alert kind="danger">{lost}</Alert>
      )}
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
      <WaitNotice untilMs={untilMs} say={(time) => t("proof.sent.again", { time })} />
      {(type !== "sms" || known.takesTexts) && (
        <Button
          look="quiet"
          size="sm"
          disabled={isWaiting}
          isBusy={resend.isRunning}
          onClick={() => void resend.run(false)}
        >
          {t("account.security.resend")}
        </Button>
      )}
      {type === "sms" && (
        <Button
          look="quiet"
          size="sm"
          disabled={isWaiting}
          isBusy={resend.isRunning}
          onClick={() => void resend.run(true)}
        >
          {t("proof.sent.call")}
        </Button>
      )}
    </Form>
  );
}
