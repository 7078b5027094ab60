/**
 * Something that is on or off. Every press counts at once; one request runs at a time, and when it ends the next is sent
 * only if the person left it elsewhere. A refusal puts back what the server holds.
 */
export type Toggle = {
  press: () => void;
  /** The server's word from elsewhere; it does not disturb presses that are under way. */
  receive: (isOn: boolean) => void;
};

export function createToggle({
  isOn,
  send,
  show,
  failed,
}: {
  isOn: boolean;
  /** Answers what the server holds then. */
  send: (isOn: boolean) => Promise<boolean>;
  show: (isOn: boolean) => void;
  failed: (error: unknown) => void;
}): Toggle {
  let known = isOn;
  let wanted = isOn;
  let isSending = false;

  async function settle(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      while (wanted !== known) {
        const asked = wanted;
        known = await send(asked);
        // The server left it as it was: asking again would go on for ever.
        if (known !== asked && wanted === asked) wanted = known;
      }
    } catch (error) {
      wanted = known;
      failed(error);
    } finally {
      isSending = false;
      show(wanted);
    }
  }

  return {
    press() {
      wanted = !wanted;
      show(wanted);
      void settle();
    },
    receive(next) {
      if (isSending || next === known) return;
      known = next;
      wanted = next;
      show(next);
    },
  };
}
