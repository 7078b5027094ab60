/** One picture, the pages of a PDF, or the video, of opened documents. The server draws the reader's name and the time across pictures; over a video the page does. */
import type { OpenedVerification } from "#contract/compliance/verification/verification.ts";
import { type ReactNode, useState } from "react";
import type { Side } from "#contract/compliance/verification/names.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { DrawnPicture } from "./drawn-picture.tsx";
import { reasonOf } from "./look-again.ts";

type Props = {
  readonly picture: OpenedVerification["pictures"][number];
  readonly username: string;
  /** Its document waits for a decision: the user is notified of an unreadable picture. */
  readonly isPending: boolean;
  readonly onCorrupted: () => void;
};

export function ShownPicture({ picture, username, isPending, onCorrupted }: Props) {
  const { side, url, pages, isCorrupted } = picture;
  const t = useT();
  const [isLost, lose] = useState(isCorrupted);
  const [isMissing, miss] = useState(false);
  const lost = () => {
    lose(true);
    onCorrupted();
  };
  const ask = async () => {
    if ((await reasonOf(url))?.code === "verification.corrupted") lost();
    else miss(true);
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
    <Shown side={side} pages={pages}>
      {side === "video" ? (
        <WatchedVideo url={url} username={username} onError={() => void ask()} />
      ) : (
        <Pictured
          addresses={pages === null ? [url] : Array.from({ length: pages }, (_, index) => `${url}?page=${index + 1}`)}
          nameOf={(page) =>
            pages === null
              ? t("verification.staff.picture", { side: t(`verification.side.${side}`), name: username })
              : t("verification.staff.page", { side: t(`verification.side.${side}`), name: username, page, pages })
          }
          onLost={lost}
        />
      )}
      {isMissing && (
        <Alert kind="warning" size="sm">
          {t("verification.staff.not_shown")}
        </Alert>
      )}
    </Shown>
  );
}

type PicturedProps = {
  readonly addresses: readonly string[];
  readonly nameOf: (page: number) => string;
  readonly onLost: () => void;
};

/** Pages below one another, each fetched when the reader comes near it. */
function Pictured({ addresses, nameOf, onLost }: PicturedProps) {
  return (
    <div
      className="grid max-h-136 gap-2 overflow-y-auto rounded-lg bg-sunken"
      tabIndex={addresses.length > 1 ? 0 : undefined}
    >
      {addresses.map((address, index) => (
        <DrawnPicture
          key={address}
          url={address}
          alt={nameOf(index + 1)}
          loading={index === 0 ? "eager" : "lazy"}
          className="max-h-136 min-h-24 w-full object-contain"
          onLost={onLost}
        />
      ))}
    </div>
  );
}

function Shown({ side, pages = null, children }: { side: Side; pages?: number | null; children: ReactNode }) {
  const t = useT();
  return (
    <figure className="grid gap-1.5">
      {children}
      <figcaption className="text-xs text-muted">
        {t(`verification.side.${side}`)}
        {pages !== null && ` · ${t("verification.picture.is_pdf", { count: pages })}`}
      </figcaption>
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
