/** What the lock of packages must hold: a digest of everything that is installed here, and no host. */
import type { Verdict } from "./rules.ts";

type Entry = {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

/** The platform that tests and releases run on: nothing of it is installed without its digest. */
const OURS = /linux-(x64|amd64)(-gnu|-glibc)?$/;

/**
 * Only an optional package of another platform, in the exact version that its parent names, may lack its digest: a
 * registry that does not carry it cannot tell it (complete-lock.ts).
 */
export function lockFaults(text: string): Verdict {
  const { packages } = JSON.parse(text) as { packages: Record<string, Entry> };
  const named = new Set(
    Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.entries(optionalDependencies).map(([name, version]) => `${name}@${version}`),
    ),
  );
  const entries = Object.entries(packages).filter(([path, { link }]) => path !== "" && !link);
  const faults = entries.flatMap(([path, entry]) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const isOfOthers = entry.optional === true && named.has(`${name}@${entry.version}`) && !OURS.test(name);
    const isChecked = /^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? "");
    return [
      ...(isChecked || (entry.integrity === undefined && isOfOthers) ? [] : [`${path} has no digest`]),
      ...(/^[a-z+]+:/i.test(entry.resolved ?? "") ? [`${path} names where it comes from`] : []),
    ];
  });
  return { looked: entries.length, faults };
}
