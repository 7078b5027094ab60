/** What a process of the bench has in memory, told to who forked it. */

export type Memory = { readonly rssMb: number; readonly heapMb: number };

/** Answers `memory` with what is kept after a collection, and what the machine has given. */
export function tellMemory(): void {
  process.on("message", (told) => {
    if (told !== "memory") return;
    if (!globalThis.gc) throw new Error("started without --expose-gc");
    globalThis.gc();
    const { rss, heapUsed } = process.memoryUsage();
    process.send?.({ rssMb: rss / 2 ** 20, heapMb: heapUsed / 2 ** 20 } satisfies Memory);
  });
}
