/** Which square of a picture is cut out: its middle and how near it is. All in pixels of the picture. */
export type Frame = { readonly x: number; readonly y: number; readonly zoom: number };
export type Size = { readonly width: number; readonly height: number };

export const MOST_ZOOM = 4;

export const firstFrame = ({ width, height }: Size): Frame => ({ x: width / 2, y: height / 2, zoom: 1 });

/** How long a side of the square is. */
export const sideOf = ({ width, height }: Size, { zoom }: Frame): number => Math.min(width, height) / zoom;

/** The same with changes, kept within the picture. */
export function withFrame(size: Size, frame: Frame, change: Partial<Frame>): Frame {
  const next = { ...frame, ...change };
  const zoom = clamp(next.zoom, 1, MOST_ZOOM);
  const half = sideOf(size, { ...next, zoom }) / 2;
  return { zoom, x: clamp(next.x, half, size.width - half), y: clamp(next.y, half, size.height - half) };
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
