/** The part of tar-fs that journeys/browser.ts uses; the package has no types. */
declare module "tar-fs" {
  export type ExtractOptions = {
    /** Whether root gives the files to the owner that the archive names. */
    readonly chown?: boolean;
    /** Permissions that every folder gets besides those of the archive. */
    readonly dmode?: number;
    /** Permissions that every file gets besides those of the archive. */
    readonly fmode?: number;
  };

  /** Writes the entries into the folder; none is written outside it, and a link that leads out of it is refused. */
  export function extract(folder: string, options?: ExtractOptions): NodeJS.WritableStream;
}
