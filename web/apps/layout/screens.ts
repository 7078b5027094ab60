/** The shared layout's screens by route. The keys are what app.json lists; texts there say which messages each one needs. */
export const screens = {
  header: () => import("./header/header.tsx").then((module) => module.Header),
};
