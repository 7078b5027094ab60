/** A carrier in this process that loses, doubles and goes away as a test tells it. */
import type { OpenWire } from "../../platform/bus/wire.ts";

type Faults = {
  isAway: boolean;
  /** How often each letter is delivered: 1 unless a test says otherwise. */
  times: (letter: string) => number;
};

export function memoryWire(): { readonly open: OpenWire; readonly faults: Faults; readonly opened: () => number } {
  const receivers = new Set<(text: string) => void>();
  const faults: Faults = { isAway: false, times: () => 1 };
  let opened = 0;
  return {
    faults,
    opened: () => opened,
    open({ received }) {
      opened += 1;
      receivers.add(received);
      return {
        publish(text) {
          if (faults.isAway) return;
          for (let time = faults.times(text); time > 0; time--)
            for (const each of [...receivers]) setImmediate(() => receivers.has(each) && !faults.isAway && each(text));
        },
        close: async () => void receivers.delete(received),
      };
    },
  };
}
