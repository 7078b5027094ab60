/** Links to the files of a ticket: they are given to its readers, and work for an hour. */
import { isSigned, signed } from "../../../platform/sealed.ts";

const PURPOSE = "support-file";
const MINUTES = 60;

export function fileUrl(hash: string, now: Date): string {
  const until = String(Math.floor(now.getTime() / 1000) + MINUTES * 60);
  return `/support/files/${hash}?until=${until}&mark=${signed(`${hash}:${until}`, PURPOSE)}`;
}

/** Whether we gave this link, and it still works. */
export function isFileLink(hash: string, { until, mark, now }: { until: string; mark: string; now: Date }): boolean {
  if (!/^\d{1,12}$/.test(until) || Number(until) * 1000 <= now.getTime()) return false;
  return isSigned(mark, { text: `${hash}:${until}`, purpose: PURPOSE });
}
