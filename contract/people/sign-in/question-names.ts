/** Security questions to choose three of, and how an answer is compared: however it is typed. */
export const QUESTIONS = [
  "first_pet",
  "first_school",
  "childhood_street",
  "first_concert",
  "favorite_teacher",
  "childhood_friend",
  "first_job",
  "grandmother_town",
  "first_journey",
  "childhood_book",
] as const;
export type QuestionName = (typeof QUESTIONS)[number];

export const QUESTIONS_ASKED = 3;
/** Letters and digits of an answer, at least. */
export const LEAST_ANSWER = 3;

/** Without capitals, accents, spaces and punctuation; the vowels of Thai or Hindi, which are marks, stay. */
export function plainAnswer(typed: string): string {
  return typed
    .normalize("NFKD")
    .replaceAll(/[^\p{L}\p{M}\p{N}]|[\p{Script=Inherited}\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/gu, "")
    .toLowerCase();
}
