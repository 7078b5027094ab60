import { embeddedApp, type ScreenComponent } from "#sdk/embedded-app.tsx";

export const mount = embeddedApp(import.meta.glob<ScreenComponent>("./**/*-screen.tsx", { import: "default" }));
