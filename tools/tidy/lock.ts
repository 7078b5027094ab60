/** The rules of the package lock: a digest of every package, including those of other platforms, and no host. */
import type { Verdict } from "./rules.ts";

type Entry = { readonly resolved?: string; readonly integrity?: string; readonly link?: boolean };

/** `tools/complete-lock.ts` adds the digests that npm leaves out for other platforms. */
export function lockFaults(text: string): Verdict {
  const { packages } = JSON.parse(text) as { packages: Record<string, Entry> };
  const entries = Object.entries(packages).filter(([path, { link }]) => path !== "" && !link);
  const faults = entries.flatMap(([path, { integrity, resolved }]) => [
    ...(/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? "") ? [] : [`${path} has no digest`]),
    ...(/^[a-z+]+:/i.test(resolved ?? "") ? [`${path} names where it comes from`] : []),
  ]);
  return { looked: entries.length, faults };
}
