/** The shared layout's screens by route. The keys are what app.json lists; texts there say which messages each one needs. */
export const screens = {
  header: () => import("./header/header.tsx").then((module) => module.Header),
  login: () => import("./auth/login-screen.tsx").then((module) => module.LoginScreen),
  register: () => import("./auth/register-screen.tsx").then((module) => module.RegisterScreen),
  "forgot-password": () => import("./auth/forgot-screen.tsx").then((module) => module.ForgotScreen),
  "reset-password": () => import("./auth/reset-screen.tsx").then((module) => module.ResetScreen),
  "verify-email": () => import("./auth/verify-email-screen.tsx").then((module) => module.VerifyEmailScreen),
  inbox: () => import("./inbox/inbox-screen.tsx").then((module) => module.InboxScreen),
  settings: () => import("./account/settings-screen.tsx").then((module) => module.SettingsScreen),
  wallet: () => import("./wallet/wallet-screen.tsx").then((module) => module.WalletScreen),
  "stop-emails": () => import("./account/stop-emails-screen.tsx").then((module) => module.StopEmailsScreen),
  "cancel-transfer": () => import("./wallet/cancel-transfer-screen.tsx").then((module) => module.CancelTransferScreen),
  dashboard: () => import("./dashboard/dashboard-screen.tsx").then((module) => module.DashboardScreen),
  trades: () => import("./dashboard/trades-screen.tsx").then((module) => module.TradesScreen),
  "my-offers": () => import("./my-offers/my-offers-screen.tsx").then((module) => module.MyOffersScreen),
  "staff-desk": () => import("./staff/desk-screen.tsx").then((module) => module.DeskScreen),
  "staff-disputes": () => import("./staff/disputes-screen.tsx").then((module) => module.DisputesScreen),
};
