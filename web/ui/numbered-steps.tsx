/** What happens one after the other, as sentences with numbers. */
import type { ReactNode } from "react";

export function NumberedSteps({ steps }: { steps: readonly ReactNode[] }) {
  return (
    <ol className="grid list-decimal gap-3 ps-5 text-sm marker:font-semibold">
      {steps.map((step, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place.
        <li key={place}>{step}</li>
      ))}
    </ol>
  );
}
