/**
 * One thing a person does by a button: says whether it runs, keeps its refusal, and shows what no field shows. No press
 * is lost: an equal one joins the one that runs, a different one waits its turn, and other lanes run side by side.
 */
import { useCallback, useRef, useState } from "react";
import { Declined, isDeclined } from "../declined.ts";
import { usePage } from "../page-kit.ts";
import { createPresses, type Presses } from "./presses.ts";

export type Action<Input extends unknown[]> = {
  /** Ends when this press is done, also where it was declined. */
  run: (...input: Input) => Promise<void>;
  /** In any lane. */
  isRunning: boolean;
  isRunningIn: (lane: string) => boolean;
  refusal: Declined | null;
  clear: () => void;
};

/**
 * `fields` are those that the form shows itself; a refusal about anything else becomes a toast, unless the screen shows it in its place
 * (`quiet`): a screen reader would read it twice. `beside` is a toast that says that fields have to be looked at, where the form may be
 * longer than the screen. `lane` names what is
 * acted on, such as one offer of a list. What the work depends on must be in its input: it distinguishes presses.
 */
export function useAction<Input extends unknown[]>(
  work: (...input: Input) => Promise<void>,
  {
    fields = [],
    quiet = false,
    beside,
    lane,
  }: { fields?: readonly string[]; quiet?: boolean; beside?: string; lane?: (...input: Input) => string } = {},
): Action<Input> {
  const page = usePage();
  const [running, setRunning] = useState(0);
  const [refusal, setRefusal] = useState<Declined | null>(null);
  const presses = useRef<Presses>(undefined);
  const perform = async (input: Input) => {
    setRefusal(null);
    try {
      await work(...input);
    } catch (error) {
      const declined = isDeclined(error)
        ? error
        : new Declined(0, "page", page.t(navigator.onLine ? "shell.error.generic" : "shell.error.offline"));
      if (!isDeclined(error)) globalThis.reportError(error);
      setRefusal(declined);
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      const message = fields.some((field) => declined.fault(field)) ? beside : declined.message;
      if (!quiet && message !== undefined) page.toast("error", message);
    }
  };
  const run = (...input: Input) => {
    presses.current ??= createPresses(setRunning);
    return presses.current.run(lane?.(...input) ?? "", JSON.stringify(input), () => perform(input));
  };
  return {
    run,
    isRunning: running > 0,
    isRunningIn: (name) => running > 0 && presses.current?.isRunning(name) === true,
    refusal,
    clear: useCallback(() => setRefusal(null), []),
  };
}
