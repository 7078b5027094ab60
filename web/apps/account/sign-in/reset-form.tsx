/** The new password; where something is enrolled, that as well, or the wait of a user who has lost it. */
import { useState } from "react";
import { plainAnswer, QUESTIONS, type QuestionName } from "#contract/people/sign-in/question-names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { type Method, type Typed, useProofBy } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";
import { isDeclined } from "#sdk/declined.ts";
import { PasswordField } from "./password/field.tsx";

/** Null when the password is set. */
export type ResetEnd = { readonly waitsUntil: string | null };

type Enrolled = { readonly methods: readonly Method[]; readonly passkeyIds: readonly string[] };
const NOTHING: Enrolled = { methods: [], passkeyIds: [] };

/** The data of the refusal that the form shows. */
function enrolledBy({ hasApp, passkeyIds }: Record<string, unknown>): Enrolled {
  const ids = Array.isArray(passkeyIds) ? passkeyIds.map(String) : [];
  return {
    methods: [...(ids.length > 0 ? ["passkey" as const] : []), ...(hasApp ? ["code" as const] : [])],
    passkeyIds: ids,
  };
}

/** Which questions have to be answered. */
function questionsOf({ questions }: Record<string, unknown>): readonly QuestionName[] {
  const asked: readonly unknown[] = Array.isArray(questions) ? questions : [];
  return asked.flatMap((name) => QUESTIONS.filter((known) => known === name));
}

export function ResetForm({ token, onEnd }: { token: string; onEnd: (end: ResetEnd) => void }) {
  const t = useT();
  const page = usePage();
  const [password, setPassword] = useState("");
  const [enrolled, setEnrolled] = useState(NOTHING);
  const [isLost, setLost] = useState(false);
  const [questions, setQuestions] = useState<readonly QuestionName[]>([]);
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const proof = useProofBy({ ...enrolled, limit: null, codesFor: null, takesTexts: true });
  const needsFactor = enrolled.methods.length > 0;
  const reset = useAction(
    async (chosen: string, typed: Typed | null, lost: boolean) => {
      const [{ factorFor }, { resetPassword }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/people/sign-in/passwords.ts"),
      ]);
      const given = questions.map((question) => answers[question] ?? "");
      const factor = lost
        ? { is_lost: true, ...(given.length > 0 ? { answers: given } : {}) }
        : await factorFor(page, typed, { kind: "set_password", id: token });
      try {
        const { data } = await page.call(resetPassword, { body: { token, new_password: chosen, ...factor } });
        onEnd({ waitsUntil: data.waitsUntil });
      } catch (error) {
        if (isDeclined(error) && error.code === "auth.answers_needed") {
          setQuestions(questionsOf(error.context));
          return;
        }
        // The form asks for what is enrolled: nothing went wrong yet.
        if (!isDeclined(error) || error.code !== "auth.factor_needed" || needsFactor) throw error;
        setEnrolled(enrolledBy(error.context));
      }
    },
    { quiet: true },
  );
  const { refusal } = reset;
  const isShownByField = refusal?.fault("new_password") ?? refusal?.fault("code");
  const areAnswered = questions.every((question) => plainAnswer(answers[question] ?? "") !== "");
  const isReady = isLost ? areAnswered : !needsFactor || proof.typed !== null;
  return (
    <Form className="grid gap-4" onSubmit={() => isReady && void reset.run(password, proof.typed, isLost)}>
      {refusal && !isShownByField && <Alert kind="danger">{refusal.message}</Alert>}
      <PasswordField
        label={t("auth.new_password")}
        name="new_password"
        autoComplete="new-password"
        hint={t("auth.register.password_hint")}
        error={refusal?.fault("new_password")}
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {needsFactor && !isLost && (
        <>
          <p className="text-sm text-muted">{t("auth.reset.factor")}</p>
          <ProofField proof={proof} refusal={refusal} />
        </>
      )}
      {isLost && <Alert kind="warning">{t("auth.reset.lost_text")}</Alert>}
      {isLost && questions.length > 0 && (
        <>
          <p className="text-sm text-muted">{t("auth.reset.answers")}</p>
          {questions.map((question) => (
            <Field key={question} label={t(`proof.questions.${question}`)}>
              {(ids) => (
                <Input
                  {...ids}
                  autoComplete="off"
                  maxLength={100}
                  required
                  value={answers[question] ?? ""}
                  onChange={(event) => setAnswers({ ...answers, [question]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </>
      )}
      {token !== "" && (
        <Button look="quiet" size="sm" className="justify-self-start" onClick={() => setLost(!isLost)}>
          {t(isLost ? "auth.reset.lost_back" : "auth.reset.lost")}
        </Button>
      )}
      <Button type="submit" size="lg" wide disabled={!isReady || token === ""} isBusy={reset.isRunning}>
        {t(isLost ? "auth.reset.lost_confirm" : "auth.reset.save")}
      </Button>
    </Form>
  );
}
