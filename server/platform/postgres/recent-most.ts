/** The most of a figure within the last minute, in slots of ten seconds. */
const SLOT_MS = 10_000;
const SLOTS = 6;

export type RecentMost = {
  note(value: number): void;
  /** 0 where nothing was noted. */
  most(): number;
};

export function recentMost(nowMs: () => number = () => performance.now()): RecentMost {
  const slots: { slot: number; most: number }[] = [];
  const current = () => Math.floor(nowMs() / SLOT_MS);
  const forget = () => {
    while (slots[0] && slots[0].slot <= current() - SLOTS) slots.shift();
  };
  return {
    note(value) {
      const last = slots.at(-1);
      if (last?.slot === current()) last.most = Math.max(last.most, value);
      else slots.push({ slot: current(), most: value });
      forget();
    },
    most() {
      forget();
      return slots.reduce((most, one) => Math.max(most, one.most), 0);
    },
  };
}
