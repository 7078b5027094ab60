/**
 * The lessons: pages of text in content/academy/<lesson>, each with its questions in quiz.json and perhaps a story in story.json. What is
 * right stays on the server. The files are read once, when the process starts, and each fault is named by its file.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { LOCALES } from "#contract/platform/locales.ts";
import { CONTENT, type ContentPage } from "../content/index.ts";

const FOLDER = join(import.meta.dirname, "../../../content");

const id = z.string().check(z.regex(/^[a-z0-9_]{1,30}$/));
const inLocales = <S extends z.ZodMiniType>(schema: S) => z.partialRecord(z.enum(LOCALES), schema);
const words = inLocales(z.string().check(z.minLength(1), z.maxLength(600)));

const quiz = z.strictObject({
  questions: z
    .array(z.strictObject({ id, ask: words, options: z.record(id, words), right: id, why: words }))
    .check(z.minLength(3), z.maxLength(10)),
});

/** Instead of the next step, the ends of a story. */
const ENDS = ["safe", "lost"] as const;
export type StoryEnd = (typeof ENDS)[number];

const story = z.strictObject({
  steps: z
    .array(
      z.strictObject({
        id,
        /** What the reader sees beside the chat, such as the state of the trade. */
        sees: words,
        says: inLocales(z.array(z.string()).check(z.minLength(1), z.maxLength(4))),
        choices: z
          .array(z.strictObject({ id, to: id, isGood: z.boolean(), text: words, outcome: words }))
          .check(z.minLength(2), z.maxLength(4)),
      }),
    )
    .check(z.minLength(2)),
});

export type Words = z.infer<typeof words>;
type Quiz = z.infer<typeof quiz>;
type Story = z.infer<typeof story>;

export type Lesson = {
  readonly name: string;
  readonly page: ContentPage;
  readonly questions: Quiz["questions"];
  readonly story: Story | undefined;
};

export const isEnd = (to: string): to is StoryEnd => ENDS.some((end) => end === to);

/** In their order. */
export const LESSONS: readonly Lesson[] = CONTENT.filter(({ key }) => key.startsWith("academy/"))
  .toSorted((one, two) => (one.order ?? 99) - (two.order ?? 99))
  .map(readLesson);

function readLesson(page: ContentPage): Lesson {
  const { questions } = parsed(`${page.key}/quiz.json`, quiz);
  const file = `${page.key}/story.json`;
  const scene = existsSync(join(FOLDER, file)) ? parsed(file, story) : undefined;
  const { languages } = page.editions[0];
  const faults = [
    ...questions.filter(({ right, options }) => !Object.hasOwn(options, right)).map((one) => `${one.id}: right`),
    ...(scene?.steps ?? []).flatMap(({ id: step, choices }) =>
      choices.filter(({ to }) => !isEnd(to) && !scene?.steps.some((other) => other.id === to)).map(() => `${step}: to`),
    ),
    ...texts(questions, scene).flatMap((text) =>
      languages
        .filter((locale) => !Object.hasOwn(text, locale))
        .map((locale) => `${JSON.stringify(text)}: no ${locale}`),
    ),
  ];
  if (faults.length > 0) throw new Error(`content/${page.key}: ${faults.join("; ")}`);
  return { name: page.key.slice("academy/".length), page, questions, story: scene };
}

function texts(questions: Quiz["questions"], scene: Story | undefined): object[] {
  return [
    ...questions.flatMap(({ ask, why, options }) => [ask, why, ...Object.values(options)]),
    ...(scene?.steps ?? []).flatMap(({ sees, says, choices }) => [
      sees,
      says,
      ...choices.flatMap(({ text, outcome }) => [text, outcome]),
    ]),
  ];
}

function parsed<S extends z.ZodMiniType>(file: string, schema: S): z.infer<S> {
  const found = schema.safeParse(JSON.parse(readFileSync(join(FOLDER, file), "utf8")));
  if (found.success) return found.data;
  throw new Error(`content/${file}: ${found.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)}`);
}
