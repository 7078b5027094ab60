/** One thing a person does by a button: says whether it runs, keeps its refusal, and shows what no field shows. */
import { useCallback, useState } from "react";
import { Declined, isDeclined } from "./declined.ts";
import { usePage } from "./page-kit.ts";

export type Action<Input extends unknown[]> = {
  run: (...input: Input) => Promise<void>;
  isRunning: boolean;
  refusal: Declined | null;
  clear: () => void;
};

/** `fields` are those that the form shows itself; a refusal about anything else becomes a toast. */
export function useAction<Input extends unknown[]>(
  work: (...input: Input) => Promise<void>,
  { fields = [], quiet = false }: { fields?: readonly string[]; quiet?: boolean } = {},
): Action<Input> {
  const page = usePage();
  const [isRunning, setRunning] = useState(false);
  const [refusal, setRefusal] = useState<Declined | null>(null);
  const run = async (...input: Input) => {
    if (isRunning) return;
    setRunning(true);
    setRefusal(null);
    try {
      await work(...input);
    } catch (error) {
      const declined = isDeclined(error) ? error : new Declined(0, "page", page.t("shell.error.generic"));
      if (!isDeclined(error)) globalThis.reportError(error);
      setRefusal(declined);
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      if (!quiet && !fields.some((field) => declined.fault(field))) page.toast("error", declined.message);
    } finally {
      setRunning(false);
    }
  };
  return { run, isRunning, refusal, clear: useCallback(() => setRefusal(null), []) };
}
