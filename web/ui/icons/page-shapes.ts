/** The line icons of the head and of offers, which every page loads; shapes.ts has all. */
export const arrowDown = "M8 2.5v11M3.5 9 8 13.5 12.5 9";
export const arrowEnd = "M2.5 8h11M9 3.5 13.5 8 9 12.5";
export const arrowUp = "M8 13.5v-11M3.5 7 8 2.5 12.5 7";
export const bell = "M4 7a4 4 0 0 1 8 0c0 3 1.5 4 1.5 4h-11S4 10 4 7M6.5 13.5a1.6 1.6 0 0 0 3 0";
export const chat = "M2.5 3.5h11v8H7l-3 2.5v-2.5H2.5z";
export const check = "M3 8.5 6.5 12 13 4.5";
export const clock = "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0M8 4.8V8l2.2 1.5";
export const globe =
  "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0M2 8h12M8 2c2 2 2.4 4 2.4 6S10 12 8 14C6 12 5.6 10 5.6 8S6 4 8 2";
export const heart = "M8 13.3 2.8 8.2a3.2 3.2 0 0 1 4.5-4.6l.7.7.7-.7a3.2 3.2 0 0 1 4.5 4.6z";
export const moon = "M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7";
export const offers = "M2.5 3.5h11v3.2h-11zM2.5 9.3h11v3.2h-11zM5 5.1h.1M5 10.9h.1";
export const search = "M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0M10.3 10.3 14 14";
export const shieldCheck = "M8 1.8 13.3 4v3.8c0 3.2-2.2 5.3-5.3 6.4-3.1-1.1-5.3-3.2-5.3-6.4V4zM5.7 8l1.6 1.6 3-3.2";
export const sliders =
  "M2 4.5h6M11.5 4.5H14M2 11.5h2.5M8 11.5h6M11.5 4.5a1.7 1.7 0 1 1-3.5 0 1.7 1.7 0 0 1 3.5 0M8 11.5a1.7 1.7 0 1 1-3.5 0 1.7 1.7 0 0 1 3.5 0";
export const star = "M8 2l1.8 3.8 4.2.5-3.1 2.9.8 4.1L8 11.3l-3.7 2 .8-4.1L2 6.3l4.2-.5z";
export const sun =
  "M10.8 8a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M12.6 3.4l-.7.7M4.1 11.9l-.7.7";
export const thumbDown = "M5 9.5v-7H2.5v7zM5 9l3 5c1 0 1.7-.7 1.7-1.7V10h3.6l-.8-5.5c-.1-1.1-.8-2-2-2H5";
export const thumbUp = "M5 6.5v7H2.5v-7zM5 7l3-5c1 0 1.7.7 1.7 1.7V6h3.6l-.8 5.5c-.1 1.1-.8 2-2 2H5";
export const wallet = "M2.5 4.5h10v-2h-8a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h9v-7h-9a2 2 0 0 1-2-2M11 10h.1";
