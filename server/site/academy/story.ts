/** The story of a lesson, played by choices. Nothing of it is kept: the choices say where it is. */
import type { Locale } from "#contract/platform/locales.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { StoryState } from "#contract/site/academy.ts";
import { isEnd, type Lesson } from "./read-lessons.ts";
import { textIn, withBrand } from "./text-in.ts";

/** Refuses academy.choice for what the steps do not offer. */
export function playStory(lesson: Lesson, choices: readonly string[], locale: Locale): StoryState {
  const steps = lesson.story?.steps ?? [];
  const shown = ({ sees, says }: (typeof steps)[number]) => ({
    sees: textIn(sees, locale),
    says: (says[locale] ?? says.en ?? []).map(withBrand),
  });
  const taken: StoryState["taken"] = [];
  let to = steps[0]?.id ?? "";
  for (const chosen of choices) {
    const step = steps.find(({ id }) => id === to);
    const choice = step?.choices.find(({ id }) => id === chosen);
    if (!step || !choice) throw new Refusal("academy.choice");
    taken.push({
      ...shown(step),
      text: textIn(choice.text, locale),
      outcome: textIn(choice.outcome, locale),
      isGood: choice.isGood,
    });
    to = choice.to;
  }
  const step = steps.find(({ id }) => id === to);
  return {
    taken,
    step: step
      ? { ...shown(step), choices: step.choices.map(({ id, text }) => ({ id, text: textIn(text, locale) })) }
      : null,
    end: isEnd(to) ? to : null,
  };
}
