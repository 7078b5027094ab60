/** Feedback texts of the demo's traders. */
import type { Draw } from "./draw.ts";

const OPENERS = [
  "",
  "",
  "",
  "Great trade.",
  "All good.",
  "Second time with him.",
  "Smooth.",
  "Thank you!",
  "Nice.",
  "Recommended.",
];
const OF_SELLERS = [
  "Released before I had put the phone down.",
  "Coins came within minutes.",
  "Explained every step to me.",
  "Fair price and friendly chat.",
  "Clear account details, quick release.",
  "Was there all the time and answered at once.",
  "A little slow, but honest.",
  "My bank took its time and he waited patiently.",
  "Exactly as the terms say.",
  "Would buy again tomorrow.",
  "No questions too many for him.",
  "Fast even on a Sunday.",
];
const OF_BUYERS = [
  "Paid in two minutes.",
  "Money was there before I looked.",
  "Sent the receipt without being asked.",
  "Read the terms first, what a joy.",
  "Name and sum matched, released at once.",
  "Polite and quick.",
  "Payment came a bit late, but it came.",
  "Good communication from start to end.",
  "A pleasure, come back any time.",
  "Exact sum, clean reference.",
  "Knows how this works.",
  "Trusted buyer.",
];
const CLOSERS = ["", "", "", "See you next time.", "Five stars.", "Thanks again.", "Keep it up.", "My regular now."];
const SCOLD_SELLERS = [
  "Took hours to release and did not say why.",
  "Asked for more than the price on the offer.",
  "Went silent after I had paid; it ended well, but it cost me an evening.",
  "Changed the account in the middle of the trade.",
];
const SCOLD_BUYERS = [
  "Marked paid long before he had paid.",
  "Sent the money in three pieces.",
  "Paid from somebody else's account at first.",
  "Rude in the chat, though the money came.",
];
const THANKS = ["Thank you, come back soon.", "A pleasure.", "Likewise, thank you.", "Thanks for the kind words."];
const SORRY = [
  "Sorry for that, my bank was down that day.",
  "I did write in the chat. Still, sorry for the wait.",
  "We sorted it out in the end, thank you for your patience.",
];

export function praise(draw: Draw, giverRole: "buyer" | "seller"): string {
  const words = [draw.pick(OPENERS), draw.pick(giverRole === "buyer" ? OF_SELLERS : OF_BUYERS), draw.pick(CLOSERS)];
  return words.filter((word) => word !== "").join(" ");
}

export function scold(draw: Draw, giverRole: "buyer" | "seller"): string {
  return draw.pick(giverRole === "buyer" ? SCOLD_SELLERS : SCOLD_BUYERS);
}

export function reply(draw: Draw, rating: 1 | -1): string {
  return draw.pick(rating === 1 ? THANKS : SORRY);
}
