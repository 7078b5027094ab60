/** What is promised of security questions. */
import type { Guard } from "./guard.ts";

const TEST = "server/people/auth/security-questions.test.ts";
const ALONE = "the mailbox alone does not begin the wait";
const SIGNER = "server/signer/new-password.ts";

export const GUARDS_OF_QUESTIONS: readonly Guard[] = [
  {
    promise: "questions: a mailbox alone does not begin the wait of who has set them",
    file: SIGNER,
    text: "  if (unanswered) return unanswered;",
    without: '  if (unanswered?.outcome === "gone") return unanswered;',
    test: TEST,
    only: ALONE,
  },
  {
    promise: "questions: all three answers",
    file: "server/signer/questions.ts",
    text: "answers.map(plainAnswer)",
    without: "answers.slice(0, 2).map(plainAnswer)",
    test: TEST,
    only: ALONE,
  },
  {
    promise: "questions: each wrong answer is told",
    file: "server/migrations/0581-security-questions.sql",
    text: "  if new.purpose = 'answers' then",
    without: "  if new.purpose = 'nothing' then",
    test: TEST,
    only: ALONE,
  },
  {
    promise: "questions: they go with what was lost",
    file: SIGNER,
    text: "  await deleteQuestions(tx, userId);",
    without: "  if (userId < 0n) await deleteQuestions(tx, userId);",
    test: TEST,
    only: ALONE,
  },
  {
    promise: "questions: five tries a day, however many at once",
    file: "server/signer/questions.ts",
    text: "const MOST_WRONG = 5;",
    without: "const MOST_WRONG = 500;",
    test: TEST,
    only: "five wrong answers end a day's guessing",
  },
  {
    promise: "questions: for who has a factor to lose",
    file: "server/signer/factors.ts",
    text: '  if (!(await hasAny(tx, userId))) return { outcome: "none" };\n  if (answersHash',
    without: "  if (answersHash",
    test: TEST,
    only: "they are set, changed and taken away with a factor",
  },
  {
    promise: "questions: no quick digest of answers is kept",
    file: "server/people/auth/two-factor-http.ts",
    text: "calls.setQuestions, SAYS_ONCE,",
    without: "calls.setQuestions, CHANGE,",
    test: TEST,
    only: "neither the table nor the archive says an answer",
  },
  {
    promise: "questions: answers are kept as a slow digest",
    file: "server/signer/questions.ts",
    text: "hashInTurn(together(answers));",
    without: "Promise.resolve(together(answers));",
    test: TEST,
    only: "neither the table nor the archive says an answer",
  },
];
