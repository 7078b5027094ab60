/** The marketplace's screens by route. The keys are what app.json lists; texts there say which messages each one needs. */
export const screens = {
  home: () => import("./home/home-screen.tsx").then((module) => module.HomeScreen),
  listing: () => import("./listing/listing-screen.tsx").then((module) => module.ListingScreen),
  offer: () => import("./offer/offer-screen.tsx").then((module) => module.OfferScreen),
  trade: () => import("./trade/trade-screen.tsx").then((module) => module.TradeScreen),
  receipt: () => import("./trade/receipt-screen.tsx").then((module) => module.ReceiptScreen),
  "offer-form": () => import("./offer-manager/offer-form-screen.tsx").then((module) => module.OfferFormScreen),
  profile: () => import("./profile/profile-screen.tsx").then((module) => module.ProfileScreen),
  favorites: () => import("./favorites/favorites-screen.tsx").then((module) => module.FavoritesScreen),
};
