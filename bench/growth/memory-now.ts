/** Reports the memory of a process of the bench to its parent. */

export type Memory = { readonly rssMb: number; readonly heapMb: number; readonly buffersMb: number };

/** Answers `memory` with what is kept after a collection, and what the machine has given. */
export function tellMemory(): void {
  process.on("message", (message) => {
    if (message !== "memory") return;
    if (!globalThis.gc) throw new Error("started without --expose-gc");
    globalThis.gc();
    const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
    process.send?.({
      rssMb: rss / 2 ** 20,
      heapMb: heapUsed / 2 ** 20,
      buffersMb: arrayBuffers / 2 ** 20,
    } satisfies Memory);
  });
}
