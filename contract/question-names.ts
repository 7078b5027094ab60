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

/** Without capitals, accents, spaces and punctuation. */
export function plainAnswer(typed: string): string {
  return typed
    .normalize("NFKD")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}
