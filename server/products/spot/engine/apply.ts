/** Applies one command to a book. */
import { type Book, note } from "./book.ts";
import type { Command, Effects } from "./commands.ts";
import type { Resting } from "./ladder.ts";
import { place } from "./match.ts";

/** Applies the command with this number and adds what it did to `effects`. */
export function apply(book: Book, { seq, command }: { seq: number; command: Command }, effects: Effects): void {
  switch (command.kind) {
    case "place":
      place(book, command.order, { seq, effects });
      break;
    case "cancel":
      cancel(book, book.orders.get(command.orderId), effects);
      break;
    case "cancel_all":
      for (const order of [...book.orders.values()]) if (order.group === command.group) cancel(book, order, effects);
      break;
    case "amend":
      amend(book, command, effects);
      break;
    case "reference":
      book.referenceTicks = command.ticks;
      break;
    case "state":
      book.status = command.status;
      break;
  }
}

function cancel(book: Book, order: Resting | undefined, effects: Effects): void {
  if (!order) return;
  book.drop(order);
  note(effects, order, { status: "cancelled", why: "asked" });
}

function amend(book: Book, { orderId, lots }: { orderId: number; lots: number }, effects: Effects): void {
  const order = book.orders.get(orderId);
  if (!order || lots >= order.lots) return;
  // Fewer than were filled meanwhile: the rest is what the owner no longer wants.
  if (lots <= order.filledLots) {
    cancel(book, order, effects);
    return;
  }
  if (order.level) order.level.lots -= order.lots - lots;
  order.lots = lots;
  note(effects, order, { status: order.isWaiting ? "waiting" : "open", why: null });
}
