/** One picture, or the video, of opened documents. The server draws the reader's name and the time across pictures; over a video the page does. */
import type { OpenedVerification } from "#contract/verification.ts";
import { useState } from "react";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";

type Props = { readonly picture: OpenedVerification["pictures"][number]; readonly username: string };

export function ShownPicture({ picture: { side, url }, username }: Props) {
  const t = useT();
  const session = useSession();
  const page = usePage();
  // As the server writes it across pictures.
  const [at] = useState(() => new Date(page.nowMs()).toISOString().slice(0, 16).replace("T", " "));
  return (
    <figure className="grid gap-1.5">
      {side === "video" ? (
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
      ) : (
        <a href={url} target="_blank" rel="noreferrer">
          <img
            src={url}
            alt={t("verification.staff.picture", { side: t(`verification.side.${side}`), name: username })}
            className="max-h-136 w-full rounded-lg bg-sunken object-contain"
          />
        </a>
      )}
      <figcaption className="text-xs text-muted">{t(`verification.side.${side}`)}</figcaption>
    </figure>
  );
}
