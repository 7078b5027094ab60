/** The image of the Dockerfile, on bases that mmdebstrap makes: no image of others is fetched. */
import { copyFileSync, cpSync, existsSync, mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { homedir } from "node:os";
import { runTool } from "./run-tool.ts";

const BASE = "localhost/parley-base";
const BUILD_BASE = "localhost/parley-build-base";
const IMAGE = "localhost/parley:campaign";

/** Returns its name. */
export function buildImage(folder: string, say: (text: string) => void): string {
  say("making a base from Debian's packages (half a minute)");
  const root = join(folder, "base.tar");
  runTool("mmdebstrap", ["--quiet", "--variant=minbase", "bookworm", root], 5);
  makeBases(root);
  say("building the image (three minutes)");
  const npmrc = join(homedir(), ".npmrc");
  runTool(
    "buildah",
    [
      "bud",
      ...["--build-arg", `BASE=${BASE}`, "--build-arg", `BUILD_BASE=${BUILD_BASE}`],
      ...(existsSync(npmrc) ? ["--secret", `id=npmrc,src=${npmrc}`] : []),
      ...["-t", IMAGE, "."],
    ],
    15,
  );
  say(`built: ${runTool("buildah", ["images", "--format", "{{.Size}}, {{.Digest}}", IMAGE])}`);
  return IMAGE;
}

/** The second has this machine's Node and npm too, with the certificates that npm needs here. */
function makeBases(root: string): void {
  const container = runTool("buildah", ["from", "scratch"]);
  try {
    runTool("buildah", ["add", "--quiet", container, root, "/"], 3);
    runTool("buildah", ["commit", "--quiet", container, BASE], 3);
    const place = runTool("buildah", ["mount", container]);
    const npm = dirname(dirname(realpathSync(runTool("sh", ["-c", "command -v npm"]))));
    copyFileSync(process.execPath, join(place, "usr/bin/node"));
    cpSync(npm, join(place, "usr/lib/node_modules/npm"), { recursive: true });
    symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(place, "usr/bin/npm"));
    const authority = process.env.NODE_EXTRA_CA_CERTS;
    for (const file of [authority, runTool("npm", ["config", "get", "cafile"])].filter(
      (path) => path && existsSync(path),
    )) {
      mkdirSync(dirname(join(place, String(file))), { recursive: true });
      copyFileSync(String(file), join(place, String(file)));
    }
    if (authority) runTool("buildah", ["config", "--env", `NODE_EXTRA_CA_CERTS=${authority}`, container]);
    runTool("buildah", ["commit", "--quiet", container, BUILD_BASE], 3);
  } finally {
    runTool("buildah", ["rm", container]);
  }
}
