/** Chat messages and feedback of robots; by trade, so that a retry writes the same. */
import type { Manner } from "../../seed/bios.ts";

const GREETINGS: Readonly<Record<Manner, readonly string[]>> = {
  honest: [
    "Hello! I am a demo robot and I am here. Take your time.",
    "Hi, good to trade with you. I am a robot, so I answer fast.",
    "Welcome! A robot is on the other side, ready when you are.",
  ],
  slow: ["Hello. I am the slow robot: give me some ten minutes for each step."],
  disputes: ["Hello. I am the robot that disputes: once the waiting time is over I ask a moderator. Try it safely."],
};
const ACCOUNT = "My account for this trade: Demo Bank, number 000-DEMO-000. It is made up: do not send real money.";
const PAID = [
  "I have sent the money and marked it paid.",
  "Paid! Please look and release.",
  "The money is on its way, marked as paid.",
];
const PRAISE = ["Great trade, thank you!", "Fast and friendly.", "All as agreed. Come back any time.", "A pleasure."];

export function greeting(manner: Manner, role: "buyer" | "seller", hash: string): string {
  const words = pickBy(hash, GREETINGS[manner]);
  return role === "seller" ? `${words}\n${ACCOUNT}` : words;
}

export function paidLine(hash: string): string {
  return pickBy(hash, PAID);
}

export function praiseLine(hash: string): string {
  return pickBy(hash, PRAISE);
}

export const DISPUTE_TEXTS = {
  buyer: { reasonId: 12, text: "I am the robot that disputes. I say that I have paid and the coins did not come." },
  seller: { reasonId: 22, text: "I am the robot that disputes. I say that the payment did not come as agreed." },
} as const;

function pickBy(hash: string, from: readonly string[]): string {
  const sum = [...hash].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return from[sum % from.length] ?? "";
}
