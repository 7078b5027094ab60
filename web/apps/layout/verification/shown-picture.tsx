/** One picture, or the video, of opened documents. The server draws the reader's name across pictures; over a video the page does. */
import type { OpenedVerification } from "#contract/verification.ts";
import { useSession, useT } from "#sdk/page-kit.ts";

type Props = { readonly picture: OpenedVerification["pictures"][number]; readonly username: string };

export function ShownPicture({ picture: { side, url }, username }: Props) {
  const t = useT();
  const session = useSession();
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
            className="pointer-events-none absolute inset-0 grid place-items-center text-3xl font-bold text-white/40"
          >
            {session?.username}
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
