/** Confirms a user's identity: their passkey, a code of their authenticator app or one that is sent, or the password. */
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { CodeInput } from "#ui/forms/code-input.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { Spinner } from "#ui/spinner.tsx";
import type { Declined } from "#sdk/declined.ts";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { SentCodeField } from "./sent-code-field.tsx";
import type { Method, Proof, SentMethod } from "#sdk/calls/use-proof.ts";
import { PROOF_FIELDS } from "./proof-names.ts";

/** The others of a refusal are the form's. */
export { PROOF_FIELDS };

export function isProofFault(refusal: Declined): boolean {
  return PROOF_FIELDS.some((field) => refusal.fault(field));
}

type Props = {
  readonly proof: Proof;
  readonly refusal: Declined | null;
  readonly onEdit?: () => void;
  /** Without a factor only so much of it goes in a day. */
  readonly isLimited?: boolean;
};

export function ProofField({ proof, refusal, onEdit, isLimited = false }: Props) {
  const t = useT();
  const { methods, method, text, setText } = proof;
  const edit = (next: string) => {
    setText(next);
    onEdit?.();
  };
  return (
    <div className="grid gap-2">
      {method === undefined && <Spinner />}
      {method === "passkey" && <p className="text-sm text-muted">{t("proof.passkey")}</p>}
      {method === "code" && (
        <Field label={t("proof.code")} error={refusal?.fault("code")}>
          {(ids) => <CodeInput {...ids} value={text} onCode={edit} onFull={() => undefined} required />}
        </Field>
      )}
      {method === "code" && <DemoCodes />}
      {isSent(method) && (
        <SentCodeField key={method} method={method} proof={proof} error={refusal?.fault(method)} onEdit={edit} />
      )}
      {method === "recovery_code" && (
        <Field label={t("proof.recovery_code")} hint={t("proof.recovery_hint")} error={refusal?.fault("recovery_code")}>
          {(ids) => (
            <Input
              {...ids}
              dir="ltr"
              className="font-mono uppercase"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={11}
              value={text}
              onChange={(event) => edit(event.target.value)}
              required
            />
          )}
        </Field>
      )}
      {method === "password" && (
        <Field label={t("proof.password")} error={refusal?.fault("password")}>
          {(ids) => (
            <Input
              {...ids}
              type="password"
              autoComplete="current-password"
              value={text}
              onChange={(event) => edit(event.target.value)}
              required
            />
          )}
        </Field>
      )}
      {isLimited && proof.limit && (
        <LimitNotice {...proof.limit} mayLift={!methods.some((one) => one === "passkey" || one === "code")} />
      )}
      {methods.length > 1 && (
        <div className="flex flex-wrap gap-2">
          {methods
            .filter((other) => other !== method)
            .map((other) => (
              <Button key={other} look="quiet" size="sm" onClick={() => proof.choose(other)}>
                {t(`proof.use.${other}`)}
              </Button>
            ))}
        </div>
      )}
    </div>
  );
}

const isSent = (method: Method | undefined): method is SentMethod =>
  method?.endsWith("_code") === true && method !== "recovery_code";

/** Visitors of a demo market play its staff, and have no phone of theirs. */
function DemoCodes() {
  const t = useT();
  const page = usePage();
  if (!page.isDemo) return null;
  return (
    <p className="text-sm text-muted">
      {t.rich("proof.demo", {
        link: (chunks) => (
          <a
            key="link"
            href={page.href("demoCodes", undefined)}
            target="_blank"
            rel="noreferrer"
            className="font-semibold text-brand underline"
          >
            {chunks}
          </a>
        ),
      })}
    </p>
  );
}

type Limit = { limitUsd: string; leftUsd: string; mayLift: boolean };

function LimitNotice({ limitUsd, leftUsd, mayLift }: Limit) {
  const t = useT();
  const page = usePage();
  const show = (sum: string) => fiatText(page.locale, sum, "USD");
  return (
    <Alert kind="info" size="sm">
      <p>{t("proof.limit", { left: show(leftUsd), limit: show(limitUsd) })}</p>
      {mayLift && (
        <a href={page.href("accountSecurity", undefined)} className="inline-block py-1 font-semibold underline">
          {t("proof.lift")}
        </a>
      )}
    </Alert>
  );
}
