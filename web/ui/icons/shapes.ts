/** The line icons, drawn on 16 by 16. Each is a name of its own, so that a page carries only those it uses. */
export {
  arrowDown,
  arrowEnd,
  bell,
  chat,
  check,
  clock,
  heart,
  offers,
  search,
  shieldCheck,
  sliders,
  star,
  thumbDown,
  thumbUp,
  wallet,
} from "./page-shapes.ts";
export const alertTriangle = "M8 2.5 14.5 13.5H1.5zM8 6.5v3M8 11.6v.1";
export const checkCircle = "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0M5.3 8.3 7.2 10.2 10.9 6";
export const chevronDown = "M4 6l4 4 4-4";
export const close = "M4 4l8 8M12 4l-8 8";
export const copy = "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3";
export const eye = "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8M10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0";
export const eyeOff =
  "M6.2 3.8A6 6 0 0 1 8 3.5c4 0 6.5 4.5 6.5 4.5a12 12 0 0 1-1.7 2.2M4 4.8A11 11 0 0 0 1.5 8S4 12.5 8 12.5a6 6 0 0 0 3.2-1M2.5 2.5l11 11";
export const gift =
  "M2.5 6.5h11v3h-11zM3.5 9.5h9v4h-9zM8 6.5v7M8 6.5C5 6.5 4.5 3 6.5 3 7.6 3 8 5 8 6.5 8 5 8.4 3 9.5 3c2 0 1.5 3.5-1.5 3.5";
export const home = "M2.5 7.5 8 2.5l5.5 5v6h-4v-3.5h-3v3.5h-4z";
export const info = "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0M8 7.3v3.5M8 5.1v.1";
export const lock = "M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5";
export const minus = "M3 8h10";
export const paperclip =
  "M13 7.5 7.7 12.8a3.2 3.2 0 0 1-4.5-4.5l5.6-5.6a2.1 2.1 0 0 1 3 3l-5.5 5.5a1 1 0 0 1-1.5-1.5L9.6 5";
export const phone = "M5 1.5h6v13H5zM7.3 12h1.4";
export const plus = "M8 3v10M3 8h10";
export const refresh = "M13.5 8A5.5 5.5 0 1 1 11.7 4L13.5 5.7M13.5 2.5v3.2h-3.2";
export const scale = "M8 2.5v11M4.5 13.5h7M3 4.5h10M3 4.5 1.5 9h3zM13 4.5 11.5 9h3z";
export const send = "M14 2 7.2 8.8M14 2 9.8 14 7.2 8.8 2 6.2z";
export const swap = "M11 2.5 13.5 5 11 7.5M2.5 5h11M5 8.5 2.5 11 5 13.5M13.5 11h-11";
export const user = "M10.8 5.2a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0M2.5 14c.4-3 2.5-4.5 5.5-4.5s5.1 1.5 5.5 4.5";
export const zap = "M9 1.5 3 9h4.5L7 14.5 13 7H8.5z";
