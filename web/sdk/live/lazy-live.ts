/** The live connection, loaded by the first subscriber: most visitors subscribe to nothing. */
import type { LiveInput } from "./live.ts";
import type { Live } from "../page-kit.ts";

export function lazyLive(input: LiveInput): Live {
  const watchers = new Set<(isConnected: boolean) => void>();
  const gapWatchers = new Set<() => void>();
  let live: Live | undefined;
  let loading: Promise<Live> | undefined;
  const load = () => {
    loading ??= import("./live.ts").then(({ createLive }) => {
      live = createLive(input);
      for (const watcher of watchers) live.onConnection(watcher);
      live.onGap(() => {
        for (const watcher of gapWatchers) watcher();
      });
      return live;
    });
    return loading;
  };
  return {
    subscribe(channel, listener) {
      let isWanted = true;
      let stop: (() => void) | undefined;
      load()
        .then((loaded) => {
          if (isWanted) stop = loaded.subscribe(channel, listener);
        })
        .catch(input.report);
      return () => {
        isWanted = false;
        stop?.();
      };
    },
    askAnew: (channel) => live?.askAnew(channel),
    isConnected: () => live?.isConnected() ?? true,
    onConnection(watcher) {
      watchers.add(watcher);
      const stop = live?.onConnection(watcher);
      return () => {
        watchers.delete(watcher);
        stop?.();
      };
    },
    onGap(watcher) {
      gapWatchers.add(watcher);
      return () => gapWatchers.delete(watcher);
    },
  };
}
