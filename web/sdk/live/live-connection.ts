/** The socket behind the live channels: opens, opens again with growing waits, and says when it is away. */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** A server that has too many sockets is left alone for longer: it refuses the handshake, or says 1008 or 1013. */
const LONGEST_REFUSED_MS = 60_000;

export type Connection = {
  open: () => void;
  isOpen: () => boolean;
  send: (message: object) => void;
  /** A channel was entered: the waits begin anew. */
  works: () => void;
  nextWaitMs: () => number;
  isConnected: () => boolean;
  onConnection: (listener: (isConnected: boolean) => void) => () => void;
};

export function createConnection({
  opened,
  onText,
}: {
  opened: () => void;
  onText: (text: string) => void;
}): Connection {
  const watchers = new Set<(isConnected: boolean) => void>();
  let socket: WebSocket | undefined;
  let isConnected = true;
  let failures = 0;
  let longestMs = LONGEST_WAIT_MS;

  const tell = (isThere: boolean) => {
    if (isConnected === isThere) return;
    isConnected = isThere;
    dispatchEvent(new Event(isThere ? "connection_on" : "connection_off"));
    for (const listener of watchers) listener(isThere);
  };
  const nextWaitMs = () => Math.min(FIRST_WAIT_MS * 2 ** Math.min(failures++, 7), longestMs);
  const open = () => {
    if (socket) return;
    const opening = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/live`);
    socket = opening;
    // A page cannot see the status of a handshake, only that nothing opened.
    longestMs = LONGEST_REFUSED_MS;
    opening.onopen = () => {
      longestMs = LONGEST_WAIT_MS;
      opened();
    };
    opening.onmessage = ({ data }) => onText(String(data));
    opening.onclose = ({ code }) => {
      socket = undefined;
      if (code === 1008 || code === 1013) longestMs = LONGEST_REFUSED_MS;
      // A short interruption is not shown.
      if (failures > 0 || !navigator.onLine) tell(false);
      setTimeout(open, nextWaitMs());
    };
  };
  addEventListener("offline", () => {
    tell(false);
    socket?.close();
  });
  addEventListener("online", () => {
    failures = 0;
    open();
  });

  return {
    open,
    isOpen: () => socket?.readyState === WebSocket.OPEN,
    send: (message) => socket?.send(JSON.stringify(message)),
    works() {
      failures = 0;
      tell(true);
    },
    nextWaitMs,
    isConnected: () => isConnected,
    onConnection(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
  };
}
