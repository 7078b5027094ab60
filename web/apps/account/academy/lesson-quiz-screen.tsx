/** The questions of a lesson. The server says which answers are right. */
import { useState } from "react";
import type { LessonQuestion } from "#contract/site/academy.ts";
import type { LessonReward } from "#contract/site/academy-names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PartScreen } from "#sdk/screen.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Form } from "#ui/forms/form.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";
import { keptStory } from "./kept-story.ts";
import LessonReward_ from "./lesson-reward-screen.tsx";

export const screen: PartScreen = { texts: ["academy.quiz", "academy.reward"] };

type Props = {
  readonly lesson: string;
  readonly questions: readonly LessonQuestion[];
  readonly reward: LessonReward | null;
  readonly isSignedIn: boolean;
  readonly hasStory: boolean;
  readonly isPassed: boolean;
};

type Result = { readonly option: string; readonly isRight: boolean; readonly why: string };

export default function LessonQuizScreen({ lesson, questions, isSignedIn, hasStory, ...known }: Props) {
  const page = usePage();
  const t = useT();
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const [results, setResults] = useState<Readonly<Record<string, Result>>>({});
  const [reward, setReward] = useState(known.reward);
  const [fault, setFault] = useState<"missing" | "story_first" | null>(null);
  const right = Object.values(results).filter(({ isRight }) => isRight).length;
  const isAllRight = right === questions.length;
  const check = useAction(async (chosen: Readonly<Record<string, string>>, story: readonly string[]) => {
    const { answerLesson } = await import("#contract/site/academy.ts");
    const { data } = await page.call(answerLesson, {
      params: { lesson },
      body: { answers: chosen, locale: page.locale, ...(hasStory ? { story: [...story] } : {}) },
    });
    setResults(
      Object.fromEntries(data.results.map(({ id, isRight, why }) => [id, { option: chosen[id] ?? "", isRight, why }])),
    );
    setReward(data.reward);
  });
  const send = () => {
    const story = hasStory ? keptStory(lesson) : [];
    const isMissing = questions.some(({ id }) => answers[id] === undefined);
    setFault(isMissing ? "missing" : hasStory && story.length === 0 ? "story_first" : null);
    if (!isMissing && (!hasStory || story.length > 0)) void check.run(answers, story);
  };
  return (
    <div className="grid gap-4">
      <Card className="grid gap-5 p-5" aria-labelledby="quiz">
        <header className="grid gap-1">
          <h2 id="quiz" className="text-lg font-semibold">
            {t("academy.quiz.title")}
          </h2>
          <p className="text-sm text-muted">{t("academy.quiz.lead")}</p>
        </header>
        <Form className="grid gap-6" onSubmit={send}>
          {questions.map(({ id, ask, options }) => {
            const result = results[id]?.option === answers[id] ? results[id] : undefined;
            return (
              <div key={id} className="grid gap-2">
                <RadioCards
                  legend={ask}
                  name={`${lesson}-${id}`}
                  value={answers[id] ?? null}
                  columns={1}
                  cards={options.map(({ id: value, text }) => ({
                    value,
                    title: <span className="font-normal">{text}</span>,
                  }))}
                  onChange={(option) => setAnswers({ ...answers, [id]: option })}
                />
                {fault === "missing" && answers[id] === undefined && (
                  <p className="text-sm text-bad">{t("academy.quiz.missing")}</p>
                )}
                {result && (
                  <p className={`text-sm ${result.isRight ? "text-good" : "text-bad"}`}>
                    <strong>{t(result.isRight ? "academy.quiz.right" : "academy.quiz.wrong")}</strong>{" "}
                    <span className="text-ink">{result.why}</span>
                  </p>
                )}
              </div>
            );
          })}
          {fault === "story_first" && (
            <Alert
              kind="warning"
              action={
                <a className="underline" href="#story">
                  {t("academy.quiz.to_story")}
                </a>
              }
            >
              {t("academy.quiz.story_first")}
            </Alert>
          )}
          {Object.keys(results).length > 0 && (
            <Alert kind={isAllRight ? "success" : "info"}>
              {isAllRight
                ? t("academy.quiz.all_right")
                : t("academy.quiz.some_right", { right, all: questions.length })}
              {!isSignedIn && <SignIn />}
            </Alert>
          )}
          {!isAllRight && (
            <Button type="submit" className="justify-self-start" isBusy={check.isRunning}>
              {t("academy.quiz.send")}
            </Button>
          )}
        </Form>
      </Card>
      {reward && <LessonReward_ key={reward.state} reward={reward} isOfLesson />}
    </div>
  );
}

function SignIn() {
  const page = usePage();
  const t = useT();
  const href = `${page.href("login", undefined)}?next=${encodeURIComponent(page.url)}`;
  return (
    <a className="block underline" href={href}>
      {t("academy.quiz.guest")}
    </a>
  );
}
