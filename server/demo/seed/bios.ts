/** Bios of the demo's traders. Each ends with the statement that this is a robot of the demo market. */
import type { Draw } from "./draw.ts";
import type { Place } from "./places.ts";

/** How a robot behaves: at once and fair; after ten minutes; with a dispute. */
export type Manner = "honest" | "slow" | "disputes";

const OPENINGS = [
  (place: Place) => `Trading from ${place.city} since 2019.`,
  (place: Place) => `${place.city} based, family business.`,
  (place: Place) => `Your neighbour in ${place.city}.`,
  () => "Small desk, quick hands.",
  () => "Teacher by day, trader by night.",
  () => "Ten years of foreign exchange behind me.",
  () => "I run a phone shop and a wallet.",
  () => "Student who likes tidy deals.",
  () => "Two of us share this desk.",
  () => "Retired accountant.",
  () => "Market stall, now online.",
  (place: Place) => `${place.fiat} in, coins out, all week.`,
  () => "Night owl.",
  () => "Early riser, fast before noon.",
  () => "Engineer with a savings plan.",
  () => "I pay bills for half the street.",
];
const MIDDLES = [
  "I answer in seconds.",
  "Please read the terms, they are short.",
  "No rush, no tricks.",
  "First trades are welcome.",
  "I keep the chat open until you are happy.",
  "Same name on both accounts, please.",
  "I never ask to leave the escrow.",
  "Ask before you start if unsure.",
  "Polite people get fast releases.",
  "Weekends too.",
  "Large amounts by arrangement.",
  "Small amounts are fine.",
  "I write down every payment.",
  "Clear receipts, clear release.",
  "Fair prices, no haggling.",
  "I count twice and release once.",
];
const ENDINGS = ["Demo robot.", "A robot of the demo market.", "Demo robot, play money.", "I am a demo robot."];

const SPECIAL: Partial<Record<Manner, readonly string[]>> = {
  slow: [
    "I take about ten minutes for every step, so that you see what waiting looks like.",
    "Slow but sure: each step takes me some ten minutes.",
    "Ten minutes a step, always. Try me to see the countdown.",
    "I drink my tea first: about ten minutes before each step.",
  ],
  disputes: [
    "I dispute every trade, so that you can see how a moderator decides.",
    "With me every trade ends in a dispute: try that road safely.",
    "I never agree: expect a dispute as soon as the rules allow one.",
  ],
};

/** A bio that nobody has yet; at most 180 characters and 30 words. */
export function makeBio(draw: Draw, { place, manner }: { place: Place; manner: Manner }, taken: Set<string>): string {
  const special = SPECIAL[manner];
  for (;;) {
    const bio = special
      ? `${draw.pick(special)} ${draw.pick(ENDINGS)}`
      : `${draw.pick(OPENINGS)(place)} ${draw.some(MIDDLES, draw.between(1, 2)).join(" ")} ${draw.pick(ENDINGS)}`;
    if (taken.has(bio)) continue;
    taken.add(bio);
    return bio;
  }
}
