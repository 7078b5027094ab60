/** An avatar: the user's picture, or a fixed pattern made from the name. */
import { faceOf, pictureOf } from "#contract/people/avatar.ts";
import { cx } from "../cx.ts";

type Props = {
  readonly name: string;
  /** Where the face is; a picture only where it is one. */
  readonly url?: string | null | undefined;
  readonly size?: number;
  readonly className?: string;
};

export function Avatar({ name, url, size = 36, className }: Props) {
  const picture = pictureOf(url);
  if (picture)
    return (
      <img
        src={picture}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        className={cx("shrink-0 rounded-full object-cover", className)}
      />
    );
  const { ground, ink, path } = faceOf(name);
  return (
    <svg
      viewBox="0 0 7 7"
      width={size}
      height={size}
      className={cx("shrink-0 rounded-full", className)}
      aria-hidden="true"
    >
      <path fill={ground} d="M0 0h7v7H0z" />
      <path fill={ink} d={path} />
    </svg>
  );
}
