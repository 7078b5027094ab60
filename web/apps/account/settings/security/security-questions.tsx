/** Three security questions, for users who have lost everything else: setting and changing them, or taking them away. */
import { useState } from "react";
import {
  plainAnswer,
  LEAST_ANSWER,
  QUESTIONS,
  QUESTIONS_ASKED,
  type QuestionName,
} from "#contract/people/sign-in/question-names.ts";
import type { TwoFactor } from "#contract/people/sign-in/two-factor.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";

type Props = {
  readonly known: TwoFactor;
  readonly isRemoving: boolean;
  readonly onDone: (now: TwoFactor, said: string) => void;
  readonly onClose: () => void;
};
type Answered = { readonly question: QuestionName; readonly answer: string };

function isWhole(chosen: readonly Answered[]): boolean {
  const answers = chosen.map(({ answer }) => plainAnswer(answer));
  const areLong = answers.every(({ length }) => length >= LEAST_ANSWER);
  return areLong && new Set(answers).size === QUESTIONS_ASKED;
}

export function SecurityQuestions({ known, isRemoving, onDone, onClose }: Props) {
  const t = useT();
  const page = usePage();
  const wanted = { kind: isRemoving ? "remove_factor" : "add_factor", id: "questions" } as const;
  const proof = useProof({ codesFor: wanted });
  const [chosen, setChosen] = useState<readonly Answered[]>(() =>
    (known.questions.length > 0 ? known.questions : QUESTIONS.slice(0, QUESTIONS_ASKED)).map((question) => ({
      question,
      answer: "",
    })),
  );
  const save = useAction(
    async (typed: Typed) => {
      const [{ shownFor }, { setQuestions }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/people/sign-in/two-factor.ts"),
      ]);
      const shown = await shownFor(page, typed, wanted);
      const { data } = await page.call(setQuestions, { body: { ...shown, chosen: isRemoving ? [] : [...chosen] } });
      onDone(data, t(isRemoving ? "account.security.questions.removed" : "account.security.questions.saved"));
    },
    { fields: PROOF_FIELDS },
  );
  const isReady = proof.typed !== null && (isRemoving || isWhole(chosen));
  return (
    <Dialog isOpen onClose={onClose} title={t("account.security.questions.title")} closeLabel={t("shell.close")}>
      <Form className="grid gap-4" onSubmit={() => isReady && proof.typed && void save.run(proof.typed)}>
        {isRemoving ? (
          <Alert kind="warning">{t("account.security.questions.removing")}</Alert>
        ) : (
          <>
            <p className="text-sm text-muted">{t("account.security.questions.lead")}</p>
            <Answers chosen={chosen} onChange={setChosen} />
            <p className="text-sm text-muted">{t("account.security.questions.forgotten")}</p>
          </>
        )}
        <ProofField proof={proof} refusal={save.refusal} />
        <Button type="submit" wide disabled={!isReady} isBusy={save.isRunning}>
          {t(isRemoving ? "account.security.questions.remove" : "account.security.questions.make")}
        </Button>
      </Form>
    </Dialog>
  );
}

/** Each keeps its place while another question is chosen there. */
const PLACES = ["first", "second", "third"] as const;

type AnswersProps = { readonly chosen: readonly Answered[]; readonly onChange: (next: readonly Answered[]) => void };

function Answers({ chosen, onChange }: AnswersProps) {
  const t = useT();
  const change = (place: number, part: Partial<Answered>) =>
    onChange(chosen.map((one, at) => (at === place ? { ...one, ...part } : one)));
  return chosen.map(({ question, answer }, place) => (
    <div key={PLACES[place]} className="grid gap-2">
      <Field label={t("account.security.questions.question", { number: place + 1 })}>
        {(ids) => (
          <Select
            {...ids}
            value={question}
            onChange={(event) => change(place, { question: event.target.value as QuestionName })}
          >
            {QUESTIONS.filter((name) => name === question || chosen.every((one) => one.question !== name)).map(
              (name) => (
                <option key={name} value={name}>
                  {t(`proof.questions.${name}`)}
                </option>
              ),
            )}
          </Select>
        )}
      </Field>
      <Field label={t("account.security.questions.answer")}>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            maxLength={100}
            value={answer}
            onChange={(event) => change(place, { answer: event.target.value })}
          />
        )}
      </Field>
    </div>
  ));
}
