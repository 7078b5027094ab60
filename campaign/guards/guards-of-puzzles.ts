/** What is promised of work that a caller's computer does first. */
import type { Guard } from "./guard.ts";

const MADE = "server/people/auth/puzzles.ts";
const TEST = "server/people/auth/puzzles.test.ts";
const AFTER = "after some wrong sign-ins of a network the next works first";
const BOUND = "the work is for this purpose and network and for minutes";

export const GUARDS_OF_PUZZLES: readonly Guard[] = [
  {
    promise: "work: asked before a digest is compared",
    file: "server/people/auth/log-in.ts",
    text: "  await needWork(tx, {",
    without: "  void ((_: object) => needWork)({",
    test: TEST,
    only: AFTER,
  },
  {
    promise: "work: counts once",
    file: MADE,
    text: "return verified && spendPuzzle(tx, { digest, until: new Date(data.until) });",
    without: "return verified && digest.length > 0 && spendPuzzle !== undefined;",
    test: TEST,
    only: AFTER,
  },
  {
    promise: "work: for one network",
    file: MADE,
    text: " || data.place !== place",
    without: ' || data.place === ""',
    test: TEST,
    only: BOUND,
  },
  {
    promise: "work: for one purpose",
    file: MADE,
    text: "data?.purpose !== purpose",
    without: 'data?.purpose === ""',
    test: TEST,
    only: BOUND,
  },
  {
    promise: "work: for minutes",
    file: MADE,
    text: " || data.until <= now.getTime()",
    without: " || data.until <= 0",
    test: TEST,
    only: BOUND,
  },
  {
    promise: "work: as it was asked",
    file: MADE,
    text: "return verified && spendPuzzle",
    without: "return (verified || digest.length > 0) && spendPuzzle",
    test: TEST,
    only: BOUND,
  },
  {
    promise: "work: grows with the tries",
    file: MADE,
    text: " * 2 ** doublings",
    without: " * 1 ** doublings",
    test: TEST,
    only: "it grows with the tries",
  },
  {
    promise: "work: before a registration",
    file: "server/people/auth/register.ts",
    text: '    await needWork(tx, { purpose: "register", caller, tried });',
    without: "    void [tried, needWork];",
    test: TEST,
    only: "registering, links to new passwords and codes",
  },
  {
    promise: "work: also of registrations that come to nothing",
    file: "server/people/auth/register.ts",
    text: "    await countForm(tx, caller.ip);\n",
    without: "    void countForm;\n",
    test: TEST,
    only: "registering that comes to nothing counts",
  },
];
