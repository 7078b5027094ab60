/** The files of a node: its channels as LDK writes them. Each is replaced whole, so that a kill leaves the old or the new one. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ldk, must } from "./ldk.ts";

export function openNodeFolder(folder: string) {
  const monitors = join(folder, "monitors");
  mkdirSync(monitors, { recursive: true });
  const manager = join(folder, "manager");
  return {
    folder,
    saveManager: (bytes: Uint8Array) => replace(manager, bytes),
    saveMonitor: (name: string, bytes: Uint8Array) => replace(join(monitors, name), bytes),
    manager: () => (existsSync(manager) ? new Uint8Array(readFileSync(manager)) : undefined),
    monitors: (keys: ldk.KeysManager) =>
      readdirSync(monitors)
        .filter((name) => !name.endsWith(".new"))
        .map((name) =>
          must<ldk.TwoTuple_ThirtyTwoBytesChannelMonitorZ>(
            ldk.UtilMethods.constructor_C2Tuple_ThirtyTwoBytesChannelMonitorZ_read(
              new Uint8Array(readFileSync(join(monitors, name))),
              keys.as_EntropySource(),
              keys.as_SignerProvider(),
            ),
            "a channel's file",
          ).get_b(),
        ),
  };
}

function replace(file: string, bytes: Uint8Array): void {
  writeFileSync(`${file}.new`, bytes);
  renameSync(`${file}.new`, file);
}
