/** What a carrier does for the bus: publish a text, and deliver texts. It may lose them, deliver them twice, and be away. */
import type { Log } from "../log.ts";

export type Wire = {
  /** Does not wait; a text that cannot be sent now is lost. */
  publish(text: string): void;
  close(): Promise<void>;
};

export type WireOptions = {
  readonly url: URL;
  /** One name for each market: markets that share a carrier use different ones. */
  readonly subject: string;
  readonly log: Log;
  readonly received: (text: string) => void;
};

/** Connects in the background, again and again until it is closed. */
export type OpenWire = (options: WireOptions) => Wire;
