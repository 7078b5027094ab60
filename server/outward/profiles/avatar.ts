/** A picture for everybody, for who asks for a file: the face that pages draw by themselves. */
import { faceOf } from "#contract/avatar.ts";

/** As SVG text. */
export function avatarSvg(username: string): string {
  const { ground, ink, path } = faceOf(username);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 7" role="img"><path fill="${ground}" d="M0 0h7v7H0z"/><path fill="${ink}" d="${path}"/></svg>`;
}
