/** One picture, or the video, of opened documents. The server draws the reader's name and the time across pictures; over a video the page does. */
import type { OpenedVerification } from "#contract/verification.ts";
import { type ReactNode, useState } from "react";
import type { Side } from "#contract/verification-names.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";

type Props = {
  readonly picture: OpenedVerification["pictures"][number];
  readonly username: string;
  /** Its document waits for a decision: the user is told of a picture that cannot be read. */
  readonly isPending: boolean;
  readonly onCorrupted: () => void;
};

export function ShownPicture({ picture: { side, url, isCorrupted }, username, isPending, onCorrupted }: Props) {
  const t = useT();
  const [isLost, lose] = useState(isCorrupted);
  const ask = async () => {
    if (!(await isRefusedAsCorrupted(url))) return;
    lose(true);
    onCorrupted();
  };
  if (isLost)
    return (
      <Shown side={side}>
        <Alert kind="danger" size="sm">
          {t("verification.staff.corrupted")} {isPending && t("verification.staff.corrupted_asked")}
        </Alert>
      </Shown>
    );
  return (
    <Shown side={side}>
      {side === "video" ? (
        <WatchedVideo url={url} username={username} onError={() => void ask()} />
      ) : (
        <a href={url} target="_blank" rel="noreferrer">
          <img
            src={url}
            alt={t("verification.staff.picture", { side: t(`verification.side.${side}`), name: username })}
            className="max-h-136 w-full rounded-lg bg-sunken object-contain"
            onError={() => void ask()}
          />
        </a>
      )}
    </Shown>
  );
}

/** The element says only that there is no picture; the server says why. */
async function isRefusedAsCorrupted(url: string): Promise<boolean> {
  const answer = await fetch(url, { headers: { accept: "application/json" } }).catch(() => undefined);
  if (!answer || answer.ok) return false;
  const body = (await answer.json().catch(() => ({}))) as { errors?: { code?: string } };
  return body.errors?.code === "verification.corrupted";
}

function Shown({ side, children }: { side: Side; children: ReactNode }) {
  const t = useT();
  return (
    <figure className="grid gap-1.5">
      {children}
      <figcaption className="text-xs text-muted">{t(`verification.side.${side}`)}</figcaption>
    </figure>
  );
}

function WatchedVideo({ url, username, onError }: { url: string; username: string; onError: () => void }) {
  const t = useT();
  const session = useSession();
  const page = usePage();
  // As the server writes it across pictures.
  const [at] = useState(() => new Date(page.nowMs()).toISOString().slice(0, 16).replace("T", " "));
  return (
    <div className="relative">
      <video
        src={url}
        controls
        muted
        playsInline
        preload="metadata"
        controlsList="nodownload"
        aria-label={t("verification.video.player", { name: username })}
        className="max-h-136 w-full rounded-lg bg-sunken object-contain"
        onError={onError}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 grid place-items-center text-center text-2xl font-bold text-white/40"
        data-looks
      >
        <bdi>
          {session?.username} {at}
        </bdi>
      </span>
    </div>
  );
}
