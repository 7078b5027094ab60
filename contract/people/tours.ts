/** The tours that pages show: each is left out once it is completed. */
export const TOURS = ["home", "first-trade"] as const;
export type TourName = (typeof TOURS)[number];
