/** The story of a lesson: a chat with a robot. Each choice is asked of the server, which alone knows where it leads. */
import { useEffect, useRef, useState } from "react";
import type { StoryState } from "#contract/site/academy.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PartScreen } from "#sdk/screen.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { keepStory } from "./kept-story.ts";

export const screen: PartScreen = { texts: ["academy.story"] };

type Props = { readonly lesson: string; readonly first: StoryState };

export default function LessonStoryScreen({ lesson, first }: Props) {
  const page = usePage();
  const t = useT();
  const [choices, setChoices] = useState<readonly string[]>([]);
  const [state, setState] = useState(first);
  const choosing = useRef<HTMLElement>(null);
  const play = useAction(async (next: readonly string[]) => {
    const { playStory } = await import("#contract/site/academy.ts");
    const { data } = await page.call(playStory, {
      params: { lesson },
      query: { locale: page.locale, ...(next.length > 0 ? { choices: next.join(".") } : {}) },
    });
    setChoices(next);
    setState(data);
    if (data.end === "safe") keepStory(lesson, next);
  });
  // The button that was pressed is gone: the keyboard goes on with the next choice, which may be below the screen.
  useEffect(() => {
    if (state.taken.length === 0) return;
    choosing.current?.focus({ preventScroll: true });
    choosing.current?.scrollIntoView({ block: "nearest" });
  }, [state]);
  const { taken, step, end } = state;
  return (
    <Card id="story" className="scroll-mt-24 overflow-hidden" aria-labelledby="story-title">
      <header className="grid gap-1 border-b border-line p-5">
        <h2 id="story-title" className="text-lg font-semibold">
          {t("academy.story.title")}
        </h2>
        <p className="text-sm text-muted">{t("academy.story.lead")}</p>
      </header>
      <div className="grid gap-3 bg-sunken/50 p-5" role="log" aria-live="polite">
        {taken.map(({ text, outcome, isGood, ...scene }) => (
          <div key={scene.sees} className="grid gap-3">
            <Scene {...scene} />
            <Line mine>{text}</Line>
            <Alert
              kind={isGood ? "success" : "warning"}
              size="md"
              title={t(isGood ? "academy.story.good" : "academy.story.bad")}
            >
              {outcome}
            </Alert>
          </div>
        ))}
        {step && <Scene {...step} />}
        {end && (
          <Alert kind={end === "safe" ? "success" : "danger"} title={t(`academy.story.${end}`)}>
            {t(`academy.story.${end}_text`)}
          </Alert>
        )}
      </div>
      <footer
        ref={choosing}
        tabIndex={-1}
        className="grid scroll-mb-4 gap-2 border-t border-line p-5 outline-none max-lg:scroll-mb-20"
      >
        {step && (
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 text-sm font-medium">{t("academy.story.ask")}</legend>
            {step.choices.map(({ id, text }) => (
              <Button
                key={id}
                look="secondary"
                className="justify-start py-2 text-start font-normal"
                disabled={play.isRunning}
                onClick={() => void play.run([...choices, id])}
              >
                {text}
              </Button>
            ))}
          </fieldset>
        )}
        {choices.length > 0 && (
          <p className="flex flex-wrap gap-2">
            {end === "lost" && (
              <Button size="sm" isBusy={play.isRunning} onClick={() => void play.run(choices.slice(0, -1))}>
                {t("academy.story.back")}
              </Button>
            )}
            <Button size="sm" look="quiet" onClick={() => void play.run([])}>
              {t("academy.story.again")}
            </Button>
          </p>
        )}
      </footer>
    </Card>
  );
}

function Scene({ sees, says }: { readonly sees: string; readonly says: readonly string[] }) {
  return (
    <>
      <p className="mx-auto max-w-lg text-center text-xs text-muted">{sees}</p>
      {says.map((text, at) => (
        <Line key={text} hasName={at === 0}>
          {text}
        </Line>
      ))}
    </>
  );
}

type LineProps = { readonly mine?: boolean; readonly hasName?: boolean; readonly children: string };

function Line({ mine = false, hasName = true, children }: LineProps) {
  const t = useT();
  return (
    <div className={cx("grid max-w-[85%] gap-0.5", mine ? "justify-self-end" : "justify-self-start")}>
      {hasName && (
        <p className={cx("text-2xs text-muted", mine && "text-end")}>{mine ? t("academy.story.you") : "FastFrankie"}</p>
      )}
      <p
        className={cx(
          "rounded-2xl px-3.5 py-2 text-sm break-words",
          mine ? "rounded-ee-sm bg-brand-soft" : "rounded-es-sm border border-line bg-raised",
        )}
      >
        {children}
      </p>
    </div>
  );
}
