/** Refusals of the wallet. */
export const WALLET_REFUSALS = {
  "wallet.rail_unavailable": { status: 503, text: "This network is currently unavailable." },
  "wallet.all_only": { status: 422, text: "This account can only withdraw everything at once. Choose the maximum." },
  "wallet.address_malformed": { status: 422, text: "This is not a valid address on this network." },
  "wallet.address_other_network": { status: 422, text: "This address belongs to another network: {network}." },
  "wallet.uri_parameter": { status: 422, text: "This payment link requires {name}, which is not supported." },
  "wallet.uri_coin": { status: 422, text: "This payment link asks for {coin}." },
  "wallet.uri_bad_amount": {
    status: 422,
    text: "The amount in this payment link, {amount}, is not a number. Ask for a new link, or enter the address and the amount yourself.",
  },
  "wallet.uri_amount": { status: 422, text: "This payment link asks for {amount}." },
  "wallet.address_burns": { status: 422, text: "Coins sent to this address cannot be spent. They would be lost." },
  "wallet.own_address": { status: 422, text: "This is your own deposit address." },
  "wallet.amount_too_small": { status: 422, text: "The amount is below the minimum of {min} {currency}." },
  "wallet.amount_too_large": { status: 422, text: "The amount is above the maximum of {max} {currency}." },
  "wallet.fee_unknown": { status: 503, text: "The network fee is not known yet. Please try again in a moment." },
  "wallet.quote_unknown": { status: 404, text: "Quote not found." },
  "wallet.quote_expired": { status: 409, text: "The quote has expired. Get a new one." },
  "wallet.quote_taken": { status: 409, text: "This quote has already been used." },
  "wallet.on_hold": {
    status: 403,
    text: "Sending and converting are on hold for your account. Contact support to find out why.",
  },
  "wallet.security_hold": {
    status: 403,
    text: "Transfers are on hold for your security, after a change in how you sign in or confirm.",
  },
  "wallet.send_out_unknown": { status: 404, text: "Transfer not found." },
  "wallet.send_out_under_way": { status: 409, text: "The transfer is in progress and cannot be canceled." },
  "wallet.same_currency": { status: 422, text: "Choose two different assets." },
  "wallet.conversion_unavailable": {
    status: 503,
    text: "We cannot convert this amount right now. Try a smaller amount.",
  },
  "wallet.faucet_limit": { status: 429, text: "You have reached today's test coin limit." },
  "wallet.faucet_amount": { status: 422, text: "Choose at most {largest} of the test coin." },
} as const;
