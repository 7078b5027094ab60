/** The orders of a book by id. Ids come in ascending order, so an order is found by its place in a page: several times as fast as a Map. */
import type { Resting } from "./ladder.ts";

/** Small, because one old order keeps a page. */
const PAGE = 128;

type Page = { readonly slots: (Resting | undefined)[]; used: number };

export class OrderTable {
  readonly #pages = new Map<number, Page>();
  #lastNumber = -1;
  #last: Page | undefined;

  get(id: number): Resting | undefined {
    return this.#pageOf(Math.floor(id / PAGE))?.slots[id % PAGE];
  }

  add(order: Resting): void {
    const number = Math.floor(order.id / PAGE);
    let page = this.#pageOf(number);
    if (!page) {
      page = { slots: new Array<Resting | undefined>(PAGE).fill(undefined), used: 0 };
      this.#pages.set(number, page);
      this.#lastNumber = number;
      this.#last = page;
    }
    page.slots[order.id % PAGE] = order;
    page.used += 1;
  }

  remove({ id }: Resting): void {
    const number = Math.floor(id / PAGE);
    const page = this.#pageOf(number);
    if (!page) return;
    page.slots[id % PAGE] = undefined;
    page.used -= 1;
    if (page.used > 0) return;
    this.#pages.delete(number);
    if (this.#lastNumber === number) this.#lastNumber = -1;
  }

  *values(): Generator<Resting> {
    for (const { slots } of this.#pages.values()) for (const order of slots) if (order) yield order;
  }

  #pageOf(number: number): Page | undefined {
    return number === this.#lastNumber ? this.#last : this.#pages.get(number);
  }
}
