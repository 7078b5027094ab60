import { spawnSync } from "node:child_process";

/** What a program prints. Throws with its last lines where it fails. */
export function runTool(command: string, args: readonly string[], minutes = 1): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    timeout: minutes * 60_000,
    maxBuffer: 64 << 20,
    // In a container there may be neither a user namespace nor cgroups to make more with.
    env: { ...process.env, BUILDAH_ISOLATION: "chroot" },
  });
  if (status === 0) return stdout.trim();
  const said = `${stdout ?? ""}${stderr ?? ""}`.trim().split("\n").slice(-15).join("\n");
  throw new Error(`${command} ${args.slice(0, 4).join(" ")} failed: ${error?.message ?? said}`);
}
