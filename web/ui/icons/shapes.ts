/** The line icons, drawn on 16 by 16. Each is a name of its own, so that a page carries only those it uses. */
export const alertTriangle = "M8 2.5 14.5 13.5H1.5zM8 6.5v3M8 11.6v.1";
export const arrowDown = "M8 2.5v11M3.5 9 8 13.5 12.5 9";
export const arrowUp = "M8 13.5v-11M3.5 7 8 2.5 12.5 7";
export const arrowEnd = "M2.5 8h11M9 3.5 13.5 8 9 12.5";
export const bell = "M4 7a4 4 0 0 1 8 0c0 3 1.5 4 1.5 4h-11S4 10 4 7M6.5 13.5a1.6 1.6 0 0 0 3 0";
export const chat = "M2.5 3.5h11v8H7l-3 2.5v-2.5H2.5z";
export const check = "M3 8.5 6.5 12 13 4.5";
export const checkCircle = "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0M5.3 8.3 7.2 10.2 10.9 6";
export const chevronDown = "M4 6l4 4 4-4";
export const clock = "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0M8 4.8V8l2.2 1.5";
export const close = "M4 4l8 8M12 4l-8 8";
export const copy = "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3";
export const eye = "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8M10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0";
export const eyeOff =
  "M6.2 3.8A6 6 0 0 1 8 3.5c4 0 6.5 4.5 6.5 4.5a12 12 0 0 1-1.7 2.2M4 4.8A11 11 0 0 0 1.5 8S4 12.5 8 12.5a6 6 0 0 0 3.2-1M2.5 2.5l11 11";
export const globe =
  "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0M2 8h12M8 2c2 2 2.4 4 2.4 6S10 12 8 14C6 12 5.6 10 5.6 8S6 4 8 2";
export const heart = "M8 13.3 2.8 8.2a3.2 3.2 0 0 1 4.5-4.6l.7.7.7-.7a3.2 3.2 0 0 1 4.5 4.6z";
export const home = "M2.5 7.5 8 2.5l5.5 5v6h-4v-3.5h-3v3.5h-4z";
export const info = "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0M8 7.3v3.5M8 5.1v.1";
export const lock = "M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5";
export const minus = "M3 8h10";
export const moon = "M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7";
export const offers = "M2.5 3.5h11v3.2h-11zM2.5 9.3h11v3.2h-11zM5 5.1h.1M5 10.9h.1";
export const paperclip =
  "M13 7.5 7.7 12.8a3.2 3.2 0 0 1-4.5-4.5l5.6-5.6a2.1 2.1 0 0 1 3 3l-5.5 5.5a1 1 0 0 1-1.5-1.5L9.6 5";
export const plus = "M8 3v10M3 8h10";
export const refresh = "M13.5 8A5.5 5.5 0 1 1 11.7 4L13.5 5.7M13.5 2.5v3.2h-3.2";
export const scale = "M8 2.5v11M4.5 13.5h7M3 4.5h10M3 4.5 1.5 9h3zM13 4.5 11.5 9h3z";
export const search = "M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0M10.3 10.3 14 14";
export const send = "M14 2 7.2 8.8M14 2 9.8 14 7.2 8.8 2 6.2z";
export const shieldCheck = "M8 1.8 13.3 4v3.8c0 3.2-2.2 5.3-5.3 6.4-3.1-1.1-5.3-3.2-5.3-6.4V4zM5.7 8l1.6 1.6 3-3.2";
export const sliders =
  "M2 4.5h6M11.5 4.5H14M2 11.5h2.5M8 11.5h6M11.5 4.5a1.7 1.7 0 1 1-3.5 0 1.7 1.7 0 0 1 3.5 0M8 11.5a1.7 1.7 0 1 1-3.5 0 1.7 1.7 0 0 1 3.5 0";
export const star = "M8 2l1.8 3.8 4.2.5-3.1 2.9.8 4.1L8 11.3l-3.7 2 .8-4.1L2 6.3l4.2-.5z";
export const sun =
  "M10.8 8a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M12.6 3.4l-.7.7M4.1 11.9l-.7.7";
export const swap = "M11 2.5 13.5 5 11 7.5M2.5 5h11M5 8.5 2.5 11 5 13.5M13.5 11h-11";
export const thumbDown = "M5 9.5v-7H2.5v7zM5 9l3 5c1 0 1.7-.7 1.7-1.7V10h3.6l-.8-5.5c-.1-1.1-.8-2-2-2H5";
export const thumbUp = "M5 6.5v7H2.5v-7zM5 7l3-5c1 0 1.7.7 1.7 1.7V6h3.6l-.8 5.5c-.1 1.1-.8 2-2 2H5";
export const user = "M10.8 5.2a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0M2.5 14c.4-3 2.5-4.5 5.5-4.5s5.1 1.5 5.5 4.5";
export const wallet = "M2.5 4.5h10v-2h-8a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h9v-7h-9a2 2 0 0 1-2-2M11 10h.1";
