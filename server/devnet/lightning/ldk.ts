/** LDK as WebAssembly: one instance for the process. For development and tests only; see docs/known-limits.md. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as ldk from "lightningdevkit";

let ready: Promise<void> | undefined;

export function openLdk(): Promise<void> {
  ready ??= ldk.initializeWasmFromBinary(
    readFileSync(createRequire(import.meta.url).resolve("lightningdevkit/liblightningjs.wasm")),
  );
  return ready;
}

export const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
export const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));

/** What a call of LDK gave, or the error with what was tried. */
export function must<T>(result: { is_ok(): boolean }, what: string): T {
  if (result.is_ok()) return (result as unknown as { res: T }).res;
  const { err } = result as unknown as { err: unknown };
  throw new Error(`LDK: ${what}: ${typeof err === "object" && err ? err.constructor.name : String(err)}`);
}

export { ldk };
