/** A picture that the server draws for staff. One that does not come is asked for again, by the page first and then by its reader. */
import { useEffect, useState } from "react";
import { useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { nextLook, reasonOf } from "./look-again.ts";

type Props = {
  readonly url: string;
  readonly alt: string;
  readonly loading?: "eager" | "lazy";
  readonly className: string;
  /** Its file is damaged. */
  readonly onLost?: () => void;
};

/** `isAwaited`: after one that failed, until it is there; a browser draws its own broken sign otherwise. */
type Look = {
  readonly count: number;
  readonly key: number;
  readonly afterMs?: number;
  readonly isAwaited?: true;
  readonly isOver?: true;
};

export function DrawnPicture({ url, alt, loading = "eager", className, onLost }: Props) {
  const t = useT();
  const [look, setLook] = useState<Look>({ count: 0, key: 0 });
  const { afterMs, isAwaited = false } = look;
  useEffect(() => {
    if (afterMs === undefined) return;
    const again = () => setLook(({ count, key }) => ({ count: count + 1, key: key + 1, isAwaited: true }));
    const timer = setTimeout(again, afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  const ask = async () => {
    setLook((now) => ({ ...now, isAwaited: true }));
    const next = nextLook(await reasonOf(url), look.count);
    if (next === "lost" && onLost) onLost();
    else setLook((now) => ({ ...now, ...(typeof next === "string" ? { isOver: true } : next) }));
  };
  if (look.isOver)
    return (
      <div className="grid justify-items-start gap-3 rounded-lg bg-sunken p-3">
        <Alert kind="warning" size="sm">
          {t("verification.staff.not_shown")}
        </Alert>
        <Button
          look="secondary"
          size="sm"
          onClick={() => setLook(({ key }) => ({ count: 0, key: key + 1, isAwaited: true }))}
        >
          {t("verification.staff.try_again")}
        </Button>
      </div>
    );
  return (
    <>
      {isAwaited && (
        <p role="status" className="grid min-h-24 place-items-center rounded-lg bg-sunken p-3 text-sm text-muted">
          {t("verification.staff.waiting_picture")}
        </p>
      )}
      <a href={url} target="_blank" rel="noreferrer" hidden={isAwaited}>
        <img
          key={look.key}
          src={url}
          alt={alt}
          loading={isAwaited ? "eager" : loading}
          className={className}
          onLoad={() => setLook(({ count, key }) => ({ count, key }))}
          onError={() => void ask()}
        />
      </a>
    </>
  );
}
